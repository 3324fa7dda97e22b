import type * as z from 'zod/mini'
import type { RecordType } from '../../contract/id.ts'
import { idsIn, idsInParams, mapIds, mapParams } from '../../contract/refs.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { Asked, Command } from '../../records/command.ts'

/**
 * Former names of records. Those numbered by a lost town have the local ids under which they are sent again; merged ones
 * have the ids of the surviving records.
 */
type FormerNames = Readonly<Partial<Record<RowName, number>>>

/** The fact 'former' if there are none. */
export const noFormerNames: FormerNames = {}

/**
 * The current id of a record. For a local id, the server's id once it is known. For a number of a lost town, the local
 * id until the record has arrived again. For a merged record, the id of the survivor. Any other id is returned unchanged.
 */
export async function serverIdOf(db: DeviceDatabase, type: RecordType, id: number): Promise<number> {
  const server = id < 0 ? (await db.ids.get([type, id]))?.server : id
  if (server === undefined) return id
  const former = formerly(await db.fact('former', noFormerNames), type, server)
  if (former === undefined) return server
  return (await db.ids.get([type, former]))?.server ?? former
}

/** The current id of a former name, also after several merges; undefined if the name is not a former one. */
export function formerly(names: FormerNames, type: RecordType, id: number): number | undefined {
  let now: number | undefined
  const seen = new Set<number>()
  for (let next = names[rowName(type, id)]; next !== undefined && !seen.has(next); next = names[rowName(type, next)]) {
    seen.add(next)
    now = next
  }
  return now
}

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
    body: mapIds(command.endpoint.body, entry.body, replace),
    id: entry.id,
    at: entry.capturedAt,
    userId: entry.userId,
    before: entry.before,
  }
}

/** 'area:-5' split into its two parts. */
export const splitName = (name: RowName): [RecordType, number] => {
  const [type, id] = name.split(':')
  // Row names are only made by `rowName`, from a record type and a number.
  return [type as RecordType, Number(id)]
}

/**
 * All names of a form: 'observation/area:-12', and 'observation/area:7' once the office has the area. From then on its
 * files are stored under the second name, though the page may still use the first.
 */
export async function formNames(db: DeviceDatabase, form: string): Promise<string[]> {
  const parts = form.split('/').map(async (part) => {
    const [type, id] = splitName(part as RowName)
    return id < 0 ? rowName(type, await serverIdOf(db, type, id)) : part
  })
  return [...new Set([form, (await Promise.all(parts)).join('/')])]
}
