import type { AnyRow } from '../../db/rows.ts'
import { commands } from '../../records/index.ts'
import { parseMoment } from '../../rules/dates.ts'
import type { PossibleDuplicate } from '../acknowledge/possible-duplicates.ts'
import type { Device } from '../device/device.ts'
import { looksLike } from '../entry/fingerprint.ts'
import { fetchRows, pull, pullValue, readReply } from '../pull/pull.ts'
import { CallError } from '../transport/problem.ts'

/**
 * Whether the row was not in the list before the first sending or, if that is unknown, was made after the user's
 * action.
 */
export function isNewer(row: AnyRow, { stood, since }: Pick<PossibleDuplicate, 'stood' | 'since'>): boolean {
  if (stood) return !stood.includes(row.id)
  const made: unknown = Reflect.get(row, 'created_at')
  const at = typeof made === 'string' ? parseMoment(made) : null
  // A text that is no time says as little as none.
  return !at || at.getTime() >= since - clockSlackMs
}

/** How far apart the two clocks may be without being noticed. */
const clockSlackMs = 5_000

/** What the office has now: the matching records including ours, or the names of a file's copies. */
export type DuplicateView = { kind: 'records'; rows: AnyRow[] } | { kind: 'files'; names: string[] }

/**
 * Reads the list again, so that the person can see whether there are two. From then on their page shows both. Throws
 * CallError if the list cannot be read.
 */
export async function inspectDuplicate(device: Device, second: PossibleDuplicate): Promise<DuplicateView> {
  const command = commands.get(second.command)
  const { asked } = second
  if (second.photo !== null) {
    const listed = await command?.filesListedBy?.(device.db, asked)
    if (!listed) throw new CallError(noList)
    const names = listed.names(await readReply(device, listed.query))
    await pullValue(device, listed.query)
    return { kind: 'files', names: names.filter((it) => it.includes(second.photo ?? '')) }
  }
  const query = await command?.listedIn?.(device.db, asked)
  if (!query) throw new CallError(noList)
  const expected = command?.knownBy?.(asked) ?? {}
  const rows = await fetchRows(device, query)
  await pull(device, query)
  const alike = rows.filter((row) => row.id === second.id || (isNewer(row, second) && looksLike(row, expected)))
  return { kind: 'records', rows: alike.sort((a, b) => a.id - b.id) }
}

const noList = { kind: 'misunderstood', detail: 'This version of the app does not know that list' } as const
