import type { DeviceDatabase } from '../../db/database.ts'
import { filesOf, type OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import type { FilesQuery } from '../../records/query.ts'
import { sentBytes } from '../capture/ready.ts'
import type { Device } from '../device/device.ts'
import { askDueAt, byClockOfToday, hasWaitPassed, sinceOf } from '../entry/answer-wait.ts'
import { fingerprint, looksLike } from '../entry/fingerprint.ts'
import type { Unlisted } from '../entry/flight.ts'
import { fetchRows, readReply } from '../pull/pull.ts'
import { CallError } from '../transport/problem.ts'
import { askUser } from './ask-user.ts'

/** When to read the list (ms of the device's clock). Before that, a missing record would prove nothing. */
export const checkDueAt = (device: Device, entry: OutboxEntry, offset: number): number =>
  askDueAt(device, byClockOfToday(sinceOf(entry), offset), offset)

/** Whether the list that was just read proves that the record is not there: it was read after the whole wait. */
export const provesAbsence = async (device: Device, entry: OutboxEntry): Promise<boolean> =>
  hasWaitPassed(device, sinceOf(entry), await device.db.fact('clockOffsetMs', 0))

/** The number of the unknown outcome that was resolved last. The next sending reports it to a front. */
export const lastDoubtChecked = ({ doubt, looked }: OutboxEntry): number => doubt ?? looked ?? 0

/** Equal for two records that nobody could tell apart in the parent's list; '' for calls that make no record. */
export function dedupeKey(command: Command, asked: Asked): string {
  if (!command.makes || !command.knownBy) return ''
  const known = Object.entries(command.knownBy(asked)).map(([field, value]) => `${field}=${fingerprint(value)}`)
  return `${command.name} ${JSON.stringify(asked.params)} ${known.join(' ')}`
}

/** The rows of the list that would contain the record, or why the list is not known. */
export async function askList(device: Device, command: Command, asked: Asked): Promise<AnyRow[] | Unlisted> {
  const query = await command.listedIn?.(device.db, asked)
  if (!query) return 'none'
  try {
    return await fetchRows(device, query)
  } catch (error) {
    return whyUnlisted(device, error)
  }
}

async function whyUnlisted(device: Device, error: unknown): Promise<Unlisted> {
  if (!(error instanceof CallError)) throw error
  const { kind } = error.problem
  if (kind === 'serverDown') return 'down'
  // A page for this list alone, if the server answers something else.
  if (kind === 'foreign') return (await askUser(device)).kind === 'reply' ? 'down' : 'notNow'
  return kind === 'noSignal' || kind === 'signedOut' ? 'notNow' : 'none'
}

/** The names of the owner's files as the server lists them, or why they are not known. */
export async function filesListed(device: Device, command: Command, asked: Asked): Promise<string[] | Unlisted> {
  return namesListed(device, await command.filesListedBy?.(device.db, asked))
}

async function namesListed(device: Device, listed: FilesQuery | null | undefined): Promise<string[] | Unlisted> {
  if (!listed) return 'none'
  try {
    return listed.names(await readReply(device, listed.query))
  } catch (error) {
    return whyUnlisted(device, error)
  }
}

/**
 * Which files of a record the server did not keep. The hashes in its answer tell, else the names in the record's list.
 * If that cannot be read, why.
 */
export async function lostFiles(
  device: Device,
  entry: OutboxEntry,
  command: Command,
  saved: AnyRow,
): Promise<string[] | Unlisted> {
  const hashes = hashesIn(saved)
  const photos = (await device.db.photos.bulkGet([...filesOf(entry)])).filter((it) => it !== undefined)
  const unsure = photos.filter((it) => !hashes.includes(sentBytes(it).sha256))
  if (unsure.length === 0) return []
  const names = await namesListed(device, command.withFiles?.listedBy(saved.id))
  if (typeof names === 'string') return names
  return unsure.map((it) => it.id).filter((id) => !names.some((name) => name.includes(id)))
}

/** The hashes of the files that an answer reports as stored. */
export const hashesIn = (body: unknown): unknown[] => {
  const { uploaded, photos }: { uploaded?: unknown; photos?: unknown } = Object(body)
  const list: unknown = uploaded ?? photos
  return Array.isArray(list) ? list.map((it: unknown) => Reflect.get(Object(it), 'sha256')) : []
}

/** `sure`: the list was read before the first sending, so the record is certainly new. */
type Claim = { found: AnyRow; several: boolean; sure: boolean } | 'missing'

/** Looks for a record that may be ours: new in the list, not claimed by another entry, equal in the known fields. */
export async function findClaim(
  db: DeviceDatabase,
  entry: OutboxEntry,
  command: Command,
  asked: Asked,
  rows: AnyRow[],
): Promise<Claim> {
  const type = command.makes
  if (!type) return 'missing'
  const stood = new Set(entry.baseline ?? [])
  const expected = command.knownBy?.(asked) ?? {}
  const found: AnyRow[] = []
  for (const row of rows) {
    if (stood.has(row.id) || !looksLike(row, expected)) continue
    const claimed = await db.ids.where('[type+server]').equals([type, row.id]).count()
    if (claimed === 0) found.push(row)
  }
  const lowest = found.sort((a, b) => a.id - b.id)[0]
  return lowest ? { found: lowest, several: found.length > 1, sure: entry.baseline !== null } : 'missing'
}
