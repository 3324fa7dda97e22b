import type { AnyRow } from '../db/rows.ts'
import { type Query, queryName } from '../records/query.ts'
import type { Device } from './device.ts'
import { looksLike } from './fingerprint.ts'
import { note } from './journal.ts'
import { CallError } from './problem.ts'
import { fetchRows } from './pull.ts'
import { fenced } from './settle.ts'
import type { Drain, Flight } from './troubles.ts'

/** Said of a record or a file of which the office may hold two. */
export const secondOne = 'There may be a second one like it.'

/** A record that a server without keys has answered for, and that was not looked for in its list since. */
interface Made {
  key: string
  query: Query
  expected: Record<string, unknown>
  stood: ReadonlySet<number>
}

/** What is still to be looked for, for as long as this page or worker lives. */
const unseen = new WeakMap<Device, Made[]>()

/**
 * A browser sends a request a second time by itself, and tells nobody, when a connection that was used before breaks
 * ahead of the answer. A server without keys then makes two records, and its answer speaks of the second.
 */
export async function willLookBack({ drain, entry, command, asked }: Flight): Promise<void> {
  const { device } = drain
  if (!command.makes || !command.knownBy || entry.baseline === null) return
  const query = await command.listedIn?.(device.db, asked)
  if (!query) return
  const made = { key: entry.key, query, expected: command.knownBy(asked), stood: new Set(entry.baseline) }
  unseen.set(device, [...(unseen.get(device) ?? []), made])
}

export const hasToLookBack = (device: Device): boolean => (unseen.get(device)?.length ?? 0) > 0

/** When all is sent: reads each list once more, and says of a record that there may be a second one. */
export async function lookBack(drain: Drain): Promise<void> {
  const { device } = drain
  const all = unseen.get(device) ?? []
  unseen.delete(device)
  const lists = new Map<string, AnyRow[] | null>()
  for (const made of all) {
    const scope = queryName(made.query)
    const rows = lists.has(scope) ? lists.get(scope) : await listOf(device, made.query)
    lists.set(scope, rows ?? null)
    if (rows) await sayIfTwo(drain, made, rows)
    else unseen.set(device, [...(unseen.get(device) ?? []), made])
  }
}

async function sayIfTwo({ device, epoch }: Drain, { key, query, expected, stood }: Made, rows: AnyRow[]) {
  const { db } = device
  const alike = rows.filter((row) => !stood.has(row.id) && looksLike(row, expected))
  const claims = await db.ids
    .where('[type+server]')
    .anyOf(alike.map((row) => [query.type, row.id]))
    .toArray()
  const claimed = new Set(claims.map((it) => it.server))
  if (alike.every((row) => claimed.has(row.id))) return
  await fenced(device, epoch, async () => {
    await db.receipts.update(key, { note: secondOne })
    await note(db, device.now(), 'may stand twice', { key })
  })
}

/** null when it cannot be read now. */
async function listOf(device: Device, query: Query): Promise<AnyRow[] | null> {
  try {
    return await fetchRows(device, query)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
