import type { OutboxEntry } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { type Query, queryName } from '../../records/query.ts'
import { possibleDuplicateText } from '../acknowledge/possible-duplicates.ts'
import { reportDuplicate } from '../acknowledge/report-duplicate.ts'
import type { Device } from '../device/device.ts'
import { askDueAt } from '../entry/answer-wait.ts'
import { looksLike } from '../entry/fingerprint.ts'
import type { Drain, Flight } from '../entry/flight.ts'
import { note } from '../entry/journal.ts'
import { fenced } from '../entry/lease-fence.ts'
import { fetchRows } from '../pull/pull.ts'
import { CallError } from '../transport/problem.ts'
import { isNewer } from './inspect-duplicate.ts'

/** A confirmed record whose list is still to be checked for a second one. Stored as a fact, so it survives a kill. */
interface MadeRecord {
  key: string
  command: string
  asked: Asked
  /** The server's id. A sign-out deletes it from the receipt; missing in facts of older versions. */
  madeId?: number | null
  /** Ids in the list before the first sending; null if a server that keeps keys was not asked. */
  stood: number[] | null
  /** When the user did it (ms, on the server's clock as far as it was known). */
  since: number
  /** Not before this time (ms of the device's clock), because an earlier sending may still be carried out. */
  from: number
}

const facts = 'made:'

/** The entry was sent before under its key, and no answer told whether the key arrived. */
export const wasUnanswered = (entry: OutboxEntry): boolean => entry.keyed && entry.attempts > 1

/**
 * Plans the check for a second record. When a reused connection breaks before the answer, a browser repeats the request
 * without telling the page. A server without keys then makes two records, and its answer names the second. The same
 * happens with keys if a proxy removes them from this sending, or from an earlier one whose answer was lost. Runs inside the
 * transaction that settles.
 */
export async function planDuplicateCheck(device: Device, flight: Flight): Promise<void> {
  const { entry, command, asked, keyGone } = flight
  const isMade = command.makes !== undefined && command.knownBy !== undefined
  if (!isMade || (entry.baseline === null && !wasUnanswered(entry) && !keyGone)) return
  const made: MadeRecord = {
    key: entry.key,
    command: command.name,
    asked,
    madeId: (await device.db.receipts.get(entry.key))?.madeId ?? null,
    stood: entry.baseline,
    since: entry.capturedAt + entry.clockOffsetMs,
    from: wasUnanswered(entry) ? device.now() + device.doubtWaitMs : 0,
  }
  await device.db.setFact(facts + entry.key, made)
}

async function openChecks({ db }: Device): Promise<MadeRecord[]> {
  const rows = await db.meta.where('name').startsWith(facts).toArray()
  // Only `planDuplicateCheck` writes such facts. A command that this version does not know waits for a version that
  // does.
  return rows.map(({ value }) => value as MadeRecord).filter((it) => commands.has(it.command))
}

/**
 * When its list may be read (ms of the device's clock). The fact stores the end of the wait without an offset, so a
 * changed clock is noticed only if the wait would not have begun yet. That is enough here: reading a list too early
 * sends nothing twice.
 */
const listDueAt = (device: Device, { from }: MadeRecord): number =>
  askDueAt(device, { at: from - device.doubtWaitMs, offset: 0 }, 0)

/** When the next list may be read (ms of the device's clock); null if there is none. */
export async function duplicateCheckDueAt(device: Device): Promise<number | null> {
  const all = await openChecks(device)
  return all.length === 0 ? null : Math.min(...all.map((made) => listDueAt(device, made)))
}

/** The made records to look for in one list; without a query there is no list. */
interface ListToCheck {
  query: Query | null
  command: Command | undefined
  made: MadeRecord[]
}

/** Lists read at once. */
const listLane = 2

/** Call it when everything is sent. Reads each list once more and reports records that may exist twice. */
export async function checkForDuplicates(drain: Drain): Promise<void> {
  const { device } = drain
  const lists = new Map<string, ListToCheck>()
  for (const made of await openChecks(device)) {
    if (listDueAt(device, made) > device.now()) continue
    const command = commands.get(made.command)
    const query = (await command?.listedIn?.(device.db, made.asked)) ?? null
    const name = `${made.command} ${query ? queryName(query) : ''}`
    const list = lists.get(name) ?? { query, command, made: [] }
    list.made.push(made)
    lists.set(name, list)
  }
  const left = lists.values()
  let isReadable = true
  const lane = async () => {
    for (const list of left) {
      const rows = isReadable ? await listOf(device, list.query) : null
      // If a list cannot be read now, it and those after it are read later.
      if (rows) await reportIfTwo(drain, list, rows)
      else isReadable = false
    }
  }
  await Promise.all(Array.from({ length: listLane }, lane))
}

async function reportIfTwo({ device, epoch }: Drain, { made: all, command }: ListToCheck, rows: AnyRow[]) {
  const type = command?.makes
  const found = all.map((made) => {
    const expected = command?.knownBy?.(made.asked) ?? {}
    return { made, alike: rows.filter((row) => isNewer(row, made) && looksLike(row, expected)) }
  })
  const ids = [...new Set(found.flatMap(({ alike }) => alike.map((row) => row.id)))]
  const claims = type
    ? await device.db.ids
        .where('[type+server]')
        .anyOf(ids.map((id) => [type, id]))
        .toArray()
    : []
  const claimed = new Set(claims.map((it) => it.server))
  const twice = found.filter(({ alike }) => !alike.every((row) => claimed.has(row.id)))
  await fenced(device, epoch, twice.length > 0 ? 'all' : ['meta'], async ({ db }) => {
    await db.meta.bulkDelete(all.map((made) => facts + made.key))
    for (const { made } of twice) {
      await db.receipts.update(made.key, { note: possibleDuplicateText })
      const id = made.madeId ?? (await db.receipts.get(made.key))?.madeId ?? null
      const { key, asked, stood, since } = made
      await reportDuplicate(db, { key, command: made.command, asked, stood, since, id, photo: null, at: device.now() })
      await note(db, device.now(), 'may stand twice', { key: made.key })
    }
  })
}

/** null if the list cannot be read now. */
async function listOf(device: Device, query: Query | null): Promise<AnyRow[] | null> {
  try {
    return query === null ? [] : await fetchRows(device, query)
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}
