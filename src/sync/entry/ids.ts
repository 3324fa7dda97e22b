import type * as z from 'zod/mini'
import type { RecordType } from '../../contract/id.ts'
import { idsInParams, mapParams } from '../../contract/params.ts'
import { idsIn, mapIds } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { Asked, Command } from '../../records/command.ts'
import { serverIdOf, splitName } from './names.ts'

/** The local ids in a call's parameters and body, as names of the rows that must reach the server first. */
export const needsOf = (schema: z.ZodMiniType, params: Record<string, number>, body: unknown): RowName[] => {
  const named = [...idsInParams(params), ...idsIn(schema, body)].filter(({ id }) => id < 0)
  return [...new Set(named.map(({ of, id }) => rowName(of, id)))]
}

/** What the user asked, with local ids replaced by the server's if known. */
export async function resolveIds(db: DeviceDatabase, command: Command, entry: OutboxEntry): Promise<Asked> {
  const known = new Map<RowName, number>()
  for (const name of entry.needs) {
    const [type, local] = splitName(name)
    known.set(name, await serverIdOf(db, type, local))
  }
  return resolveIdsWith(known, command, entry)
}

/** The server's ids, by local name, of the needed records that exist there. One read, however many there are. */
export async function knownIds(db: DeviceDatabase, entries: readonly OutboxEntry[]): Promise<Map<RowName, number>> {
  const needs = [...new Set(entries.flatMap((it) => it.needs))]
  const given = await db.ids.bulkGet(needs.map(splitName))
  return new Map(needs.flatMap((name, at) => (given[at] ? [[name, given[at].server] as const] : [])))
}

/** The same, with server ids that have already been read. */
export function resolveIdsWith(known: ReadonlyMap<RowName, number>, command: Command, entry: OutboxEntry): Asked {
  const replace = (of: RecordType, id: number) => (id < 0 ? (known.get(rowName(of, id)) ?? id) : id)
  return {
    params: mapParams(entry.params, replace),
    body: mapIds(schemasOf(command.endpoint).body, entry.body, replace),
    id: entry.id,
    at: entry.capturedAt,
    userId: entry.userId,
    before: entry.before,
  }
}
