import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { recordSchemas } from '../../contract/records.ts'
import { type BatchedAnswer, type BatchedCall, Heartbeat, sync } from '../../contract/sync.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { withTexts } from '../answer.ts'
import { inLanes } from '../batch-lanes.ts'
import { batchedAnswer, callAlone, laneOfCreate } from '../batched-call.ts'
import { endOrder, removeDevice, signOutDevice } from '../device-orders.ts'
import { type Caller, type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { MAX_FILE_BYTES } from '../files/upload-check.ts'
import { keptKeys } from '../idempotency.ts'
import { mergedInto } from '../merging/survivors.ts'
import { assertMayReport } from '../quota.ts'
import type { Reader } from '../reading/page.ts'
import { assertExists } from '../reading/parents.ts'
import { rowsOf } from '../reading/rows.ts'
import { userChip } from '../reading/user.ts'
import {
  changesSince,
  currentStand,
  cursorAt,
  isCursor,
  isOfAnotherLife,
  type NotedChange,
} from '../store/changes-since.ts'
import { deviceHeartbeats, type Tx } from '../store/core-tables.ts'
import { currentHistory } from '../store/histories.ts'
import { deviceOrders } from '../store/office-tables.ts'
import { users } from '../store/town-tables.ts'
import { version } from '../version.ts'

/** What devices ask the server itself: our extensions. */
export const syncRoutes: readonly Route[] = [
  route(sync.info, async ({ config, now, tx }) => ({
    profile: config.profile,
    limits: { fileBytes: MAX_FILE_BYTES },
    timeZone: config.townZone,
    version,
    now: now.toISOString(),
    history: await currentHistory(tx),
  })),

  {
    ...route(sync.known, async ({ body, user, tx }) => ({ known: await keptKeys(tx, user.id, body.keys) })),
    ownTransaction: true,
  },

  {
    ...route(sync.changes, async (ask) => {
      const since = ask.search.since ?? '0'
      const stand = await currentStand(ask.tx)
      if (since === 'now') return { changes: [], cursor: cursorAt(stand), more: false }
      if (!isCursor(since)) throw new Refused(422, 'This cursor was not made here')
      if (isOfAnotherLife(since, stand.life)) throw new Refused(410, 'The town was restored since; read its lists anew')
      const page = { cursor: since, limit: ask.search.limit ?? changesAtOnce }
      const { changes, cursor, more } = await changesSince(ask.tx, stand, page)
      const rows = await rowsByName(ask, changes)
      const gone = changes.filter((it) => it.deleted)
      const into = await mergedInto(ask.tx, gone)
      const told = changes.map(({ type, id }) => {
        const name = `${type} ${id}`
        return { type, id, row: rows.get(name) ?? null, into: rows.has(name) ? undefined : into.get(name) }
      })
      return { changes: told, cursor, more }
    }),
    holdsNoDate: true,
  },

  {
    ...route(sync.heartbeat, async ({ body, user, tx: db, now, config, caller }) => {
      const { device, ...said } = body
      await assertMayReport(db, { userId: user.id, now, config }, device)
      await db
        .insert(deviceHeartbeats)
        .values({ user_id: user.id, device, body: said, received_at: now })
        .onConflictDoUpdate({
          target: [deviceHeartbeats.user_id, deviceHeartbeats.device],
          set: { body: said, received_at: now },
        })
      if (caller.signedInAt) await endOrder(db, user.id, device, caller.signedInAt)
      return { now: now.toISOString() }
    }),
    ownTransaction: true,
  },

  route(sync.devices, async (ask) => {
    ask.tell('X-Total-Count', String(await ask.tx.$count(deviceHeartbeats)))
    return devicesIn(ask.tx, ask.search)
  }),

  route(sync.signOutDevice, async (ask) => {
    await assertExists(ask.tx, users, ask.body.user_id, 'User')
    await signOutDevice(ask, ask.body)
    return devicesIn(ask.tx, {})
  }),

  route(sync.removeDevice, async (ask) => {
    await removeDevice(ask, ask.body)
    return devicesIn(ask.tx, {})
  }),

  {
    ...route(sync.batch, ({ body, caller }) => inLanes(body, laneOfCreate, (call) => sendOne(call, caller))),
    ownTransaction: true,
  },
]

/** Phones in one answer by default. */
const devicesAtOnce = 1000

/** Devices with the last report of each and an Admin's order for it: those with the oldest unsent work first. */
const devicesIn = async (tx: Tx, { skip = 0, limit = devicesAtOnce }: { skip?: number; limit?: number }) => {
  const rows = await tx
    .select({ said: deviceHeartbeats, user: userChip, order: deviceOrders })
    .from(deviceHeartbeats)
    .leftJoin(users, eq(users.id, deviceHeartbeats.user_id))
    .leftJoin(
      deviceOrders,
      and(eq(deviceOrders.user_id, deviceHeartbeats.user_id), eq(deviceOrders.device, deviceHeartbeats.device)),
    )
    .orderBy(sql`${deviceHeartbeats.body} ->> 'oldestAt' nulls last`, desc(deviceHeartbeats.received_at))
    .limit(limit)
    .offset(skip)
  return rows.map(({ said, user, order }) => ({
    // It was checked with this schema when it was stored.
    ...Heartbeat.parse({ ...said.body, device: said.device }),
    user,
    receivedAt: said.received_at,
    order: order && { at: order.ordered_at, clears: order.clears, toldAt: order.told_at },
  }))
}

/** Changes in one answer by default. */
const changesAtOnce = 500

/** The changed rows as their lists show them, with one read for each type; deleted records have none. */
const rowsByName = async (ask: Reader, changes: readonly NotedChange[]): Promise<Map<string, unknown>> => {
  const rows = new Map<string, unknown>()
  const changed = groupedBy(
    changes.filter((it) => !it.deleted),
    (it) => it.type,
  )
  for (const [type, all] of changed) {
    const ids = all.map((it) => it.id)
    for (const row of await rowsOf[type](ask, ids)) {
      // As in an answer: the readers' dates become the contract's texts.
      rows.set(`${type} ${row.id}`, z.parse(recordSchemas[type], withTexts(row)))
    }
  }
  return rows
}

/**
 * Each call goes through the whole app by itself, with its own session check, key, transaction and line in the audit
 * log.
 */
const sendOne = async (call: z.infer<typeof BatchedCall>, caller: Caller): Promise<z.infer<typeof BatchedAnswer>> => {
  const alone = callAlone(call, caller.authorization)
  return 'refusal' in alone ? alone.refusal : batchedAnswer(call, await caller.send(alone.request))
}
