import type * as z from 'zod/mini'
import type { RecordType } from '../../contract/id.ts'
import { idsIn, idsInParams, mapIds, mapParams } from '../../contract/refs.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { Asked, Command } from '../../records/command.ts'

/**
 * Former names of records: those that a lost town had numbered, with the local ids under which they are sent again, and
 * those that the office has merged, with the numbers of the records that they were merged into.
 */
type FormerNames = Readonly<Partial<Record<RowName, number>>>

/** The fact 'former', when there are none. */
export const noFormerNames: FormerNames = {}

/**
 * The id under which a record is known now: the server's for a local one, once known; for a number of a lost town the
 * local one, until the record has arrived again; for a merged record the one that it lives on in. Any other id as it is.
 */
export async function serverIdOf(db: DeviceDatabase, type: RecordType, id: number): Promise<number> {
  const server = id < 0 ? (await db.ids.get([type, id]))?.server : id
  if (server === undefined) return id
  const former = formerly(await db.fact('former', noFormerNames), type, server)
  if (former === undefined) return server
  return (await db.ids.get([type, former]))?.server ?? former
}

/** What a number means now by the former names, however often the record was merged on; undefined for no such name. */
export function formerly(names: FormerNames, type: RecordType, id: number): number | undefined {
  let now: number | undefined
  const seen = new Set<number>()
  for (let next = names[rowName(type, id)]; next !== undefined && !seen.has(next); next = names[rowName(type, next)]) {
    seen.add(next)
    now = next
  }
  return now
}

/** The local ids in a call's parameters and body, as the names of the rows that must reach the server first. */
export const needsOf = (schema: z.ZodMiniType, params: Record<string, number>, body: unknown): RowName[] => {
  const named = [...idsInParams(params), ...idsIn(schema, body)].filter(({ id }) => id < 0)
  return [...new Set(named.map(({ of, id }) => rowName(of, id)))]
}

/** What the user asked, with the server's ids in place of local ones as far as they are known. */
export async function resolveIds(db: DeviceDatabase, command: Command, entry: OutboxEntry): Promise<Asked> {
  const known = new Map<RowName, number>()
  for (const name of entry.needs) {
    const [type, local] = splitName(name)
    known.set(name, await serverIdOf(db, type, local))
  }
  return resolveIdsWith(known, command, entry)
}

/** The server's ids, by local name, of the records that entries need and that are made. One read, however many they are. */
export async function knownIds(db: DeviceDatabase, entries: readonly OutboxEntry[]): Promise<Map<RowName, number>> {
  const needs = [...new Set(entries.flatMap((it) => it.needs))]
  const given = await db.ids.bulkGet(needs.map(splitName))
  return new Map(needs.flatMap((name, at) => (given[at] ? [[name, given[at].server] as const] : [])))
}

/** The same, where the server's ids have been read already. */
export function resolveIdsWith(known: ReadonlyMap<RowName, number>, command: Command, entry: OutboxEntry): Asked {
  const replace = (of: RecordType, id: number) => (id < 0 ? (known.get(rowName(of, id)) ?? id) : id)
  return {
    params: mapParams(entry.params, replace),
    body: mapIds(command.endpoint.body, entry.body, replace),
    id: entry.id,
    at: entry.capturedAt,
    userId: entry.userId,
    before: entry.before,
  }
}

/** 'area:-5' as its two parts. */
export const splitName = (name: RowName): [RecordType, number] => {
  const [type, id] = name.split(':')
  // Row names are only ever made by rowName, from a record type and a number.
  return [type as RecordType, Number(id)]
}

/**
 * The names that a form has had: 'observation/area:-12', and 'observation/area:7' once the office has the area. What was
 * chosen in it stands under the second from then on, though the page may still know it by the first.
 */
export async function formNames(db: DeviceDatabase, form: string): Promise<string[]> {
  const parts = form.split('/').map(async (part) => {
    const [type, id] = splitName(part as RowName)
    return id < 0 ? rowName(type, await serverIdOf(db, type, id)) : part
  })
  return [...new Set([form, (await Promise.all(parts)).join('/')])]
}
