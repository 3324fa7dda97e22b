import * as z from 'zod/mini'
import { schemasOf } from '../../contract/schemas.ts'
import { type BatchedCall, sync } from '../../contract/sync.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { type Settled, settle } from '../acknowledge/settle.ts'
import { newKey } from '../device/device.ts'
import { isDamage } from '../entry/damage.ts'
import type { Drain, Flight } from '../entry/flight.ts'
import { knownIds, resolveIdsWith } from '../entry/ids.ts'
import { entriesAt } from '../entry/in-bulk.ts'
import { fenced } from '../entry/lease-fence.ts'
import { held } from '../entry/repair-entry.ts'
import { readToNow } from '../pull/feed.ts'
import { applyVerdict, ofThisOrAll } from '../reconcile/failure-handling.ts'
import { type Outcome, send } from '../transport/send.ts'
import { verdict } from '../transport/verdict.ts'
import { frozenWire, wireOf } from '../transport/wire.ts'
import { formerName, handleResponse } from './attempt.ts'
import type { Planned } from './plan.ts'

/** A batch stays below the size that a server accepts in one request. */
const longestBatchChars = 1_000_000

/**
 * Whether an entry may share a request with others: plain JSON to a server that keeps its key. An entry is sent alone
 * if it is compared with a fresh record first, follows a change that may still be carried out, or carries a file.
 */
export function mayBatch({ entry, notBefore }: Planned): boolean {
  if (notBefore) return false
  const command = commands.get(entry.command)
  // An entry that was sent alone is sent alone again. Only then we notice if its key is no longer kept.
  if (!command || command.version !== entry.version || entry.photo || entry.alone) return false
  return command.endpoint.encoding === 'json' && !command.compares && command.endpoint.method !== 'GET'
}

/** The first entries that fit in one request of at most `limit` calls. */
export function batchOf(planned: readonly Planned[], limit: number): Planned[] {
  const taken: Planned[] = []
  let chars = 0
  for (const it of planned) {
    if (!mayBatch(it)) continue
    chars += (JSON.stringify(it.entry.body) ?? '').length + 200
    if (taken.length >= limit || chars > longestBatchChars) break
    taken.push(it)
  }
  return taken
}

/**
 * Sends many entries in one request, each under its own key. The server carries them out one by one and answers each
 * as if it had come alone. If the answer is lost they wait again; their keys prevent duplicates.
 */
export async function attemptBatch(drain: Drain, seqs: readonly number[]): Promise<void> {
  const { device } = drain
  const flights = await freezeBatch(drain, seqs)
  if (flights.length === 0) return
  const calls = flights.map(({ entry, command }): BatchedCall => {
    const { wire } = entry
    const former = formerName(entry, command)
    return {
      ...(former ? { former } : {}),
      key: entry.key,
      method: methodOf(wire?.method),
      path: wire?.url ?? '',
      body: JSON.parse(wire?.text ?? 'null'),
    }
  })
  const text = JSON.stringify(calls)
  const wire = { method: 'POST', url: sync.batch.path, encoding: 'json', text } as const
  const outcome = await send(device, wire, newKey(), { as: device.learntWith, hasty: true })
  const answers =
    outcome.kind === 'reply' && outcome.status === 200 ? z.safeParse(sync.batch.reply, outcome.body) : null
  if (!answers?.success) return allWait(drain, flights, outcome)
  const byKey = new Map(answers.data.map((it) => [it.key, it]))
  const settled: Settled[] = []
  const others: [Flight, Outcome][] = []
  for (const flight of flights) {
    const answer = byKey.get(flight.entry.key)
    const one: Outcome = answer
      ? {
          kind: 'reply',
          status: answer.status,
          body: answer.body,
          keyed: true,
          etag: answer.etag,
          retryAfter: answer.retryAfter ?? null,
          clock: null,
        }
      : { kind: 'silence' }
    const { reply } = schemasOf(flight.command.endpoint)
    const next = verdict(one, true, (body) => z.safeParse(reply, body).success, new Date(device.now()))
    if (next.to === 'settle') settled.push({ ...flight, saved: z.parse(reply, next.body), how: 'answer' })
    else others.push([flight, one])
  }
  for (const [flight, one] of others) {
    // A server that takes other calls of the same batch is not down.
    if (settled.length > 0) drain.failed = 0
    await handleResponse(flight, one)
  }
  await fenced(device, drain.epoch, 'all', async (device) => {
    const here = await entriesAt(
      device.db,
      settled.map((it) => it.entry.seq),
    )
    await settle(
      device,
      // The user may have discarded an entry meanwhile, and another answer may have renamed what it hangs on.
      settled.flatMap((it) => {
        const entry = here.get(it.entry.seq)
        return entry ? [{ ...it, entry }] : []
      }),
    )
    await device.db.setFact('troubles', 0)
  })
  drain.sent += settled.length
  if (settled.length > 0) drain.failed = 0
}

/** Freezes the requests and marks the entries as sending, in one transaction. Skips entries that no longer wait. */
async function freezeBatch(drain: Drain, seqs: readonly number[]): Promise<Flight[]> {
  const { device } = drain
  return fenced(device, drain.epoch, ['outbox', 'ids'], async (device) => {
    const flights: Flight[] = []
    const there = await entriesAt(device.db, seqs)
    const entries = seqs.flatMap((seq) => there.get(seq) ?? [])
    const [known, readTo] = await Promise.all([knownIds(device.db, entries), readToNow(device.db)])
    for (const entry of entries) {
      const command = commands.get(entry.command)
      if (!command || entry.state !== 'waiting') continue
      try {
        const asked = resolveIdsWith(known, command, entry)
        const left: OutboxEntry = {
          ...entry,
          wire: frozenWire(entry) ?? wireOf(command, asked, true, null),
          keyed: entry.wire ? entry.keyed : true,
          state: 'sending',
          attempts: entry.attempts + 1,
          sentAt: device.now(),
          ...(entry.wire ? {} : readTo),
        }
        flights.push({ drain, entry: left, command, asked })
      } catch (error) {
        if (!isDamage(error)) throw error
        await device.db.outbox.put(held(entry, device.now(), error.message))
      }
    }
    await device.db.outbox.bulkPut(flights.map((it) => it.entry))
    return flights
  })
}

/** The request as a whole failed, so there are no answers to the single calls. */
async function allWait(drain: Drain, flights: readonly Flight[], outcome: Outcome): Promise<void> {
  const { device } = drain
  const [first, ...others] = flights
  if (!first) return
  let isWhole = false
  const next = await ofThisOrAll(
    device,
    verdict(outcome, true, () => false, new Date(device.now())),
  )
  // A firewall looks for something in one of them. Each goes alone now, so that only that one is blamed.
  const isPage = next.to === 'waiting' && next.page !== undefined
  if (
    outcome.kind === 'reply' &&
    outcome.status >= 400 &&
    outcome.status < 500 &&
    ![401, 403, 408, 429].includes(outcome.status)
  ) {
    // The server takes no batches, or not this one: each entry is sent alone and judged by its own answer.
    device.batches = false
  } else if (!isPage) {
    // A server that fails on the batch as a whole says nothing about its first entry.
    if (next.to === 'waiting' && next.backoff === 'none' && next.after === undefined) {
      isWhole = true
      await applyVerdict(first, { ...next, backoff: 'backOff' })
    } else await applyVerdict(first, next)
  }
  await fenced(device, drain.epoch, ['outbox'], async (device) => {
    // If it is one of them on which the server fails, each goes alone in its turn.
    if (isWhole) await device.db.outbox.update(first.entry.seq, { alone: true })
    for (const { entry } of isPage || !device.batches ? flights : others)
      await device.db.outbox.update(entry.seq, { state: 'waiting', ...(isPage ? { alone: true } : {}) })
  })
}

/** The frozen request of an entry always writes. */
const methodOf = (method: string | undefined): BatchedCall['method'] => {
  if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') return method
  return 'POST'
}
