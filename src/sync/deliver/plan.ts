import type { OutboxEntry, RowName } from '../../db/outbox.ts'
import { longestEntryDelayMs } from '../transport/backoff.ts'

/** What the engine knows of an entry beside the entry itself. */
export interface Planned {
  entry: OutboxEntry
  /** Equal for two entries that could not be told apart in the parent's list; '' where it does not matter. */
  dedupeKey: string
  /** Not before this moment: an earlier change of its row may still be carried out (ms of the device's clock). */
  notBefore?: number
}

/** From when an entry may go (ms). A moment further away than any wait comes from a clock that jumped, and is ignored (I22). */
export const freeFrom = ({ nextAt }: OutboxEntry, now: number): number =>
  nextAt > now + longestEntryDelayMs ? now : nextAt

/**
 * Which entries may go now, in the user's order: a partial order, not a queue. An entry waits for
 * - the server ids of what it refers to,
 * - earlier entries of the same row, and the time in which one that has left may still be carried out,
 * - as a barrier: every earlier entry of its group,
 * - an entry with the same dedupe key that is on its way or in doubt: the two could not be told apart afterwards.
 * Everything else goes, so a bad entry delays only what hangs on it (I4 to I7). With the moment `any`,
 * waits by time are ignored.
 */
export function readyEntries(
  planned: readonly Planned[],
  known: ReadonlySet<RowName>,
  moment: number | 'any',
): Planned[] {
  const rows = new Set<RowName>()
  const groups = new Set<string>()
  const closed = new Set<string>()
  const openKeys = new Set<string>()
  for (const { entry, dedupeKey } of planned) {
    if (dedupeKey !== '' && (entry.state === 'sending' || entry.state === 'inDoubt')) openKeys.add(dedupeKey)
  }
  const ready: Planned[] = []
  for (const it of planned) {
    const { entry } = it
    const free =
      entry.state === 'waiting' &&
      (moment === 'any' || freeFrom(entry, moment) <= moment) &&
      (moment === 'any' || (it.notBefore ?? 0) <= moment) &&
      entry.needs.every((name) => known.has(name)) &&
      !entry.touches.some((name) => rows.has(name)) &&
      !(entry.barrier && groups.has(entry.group)) &&
      !(it.dedupeKey !== '' && openKeys.has(it.dedupeKey)) &&
      !(entry.group !== '' && closed.has(entry.group))
    for (const name of entry.touches) rows.add(name)
    if (entry.group !== '') groups.add(entry.group)
    // What was done after a barrier must not overtake it: completing counts what stood then.
    if (entry.barrier) closed.add(entry.group)
    if (!free) continue
    if (it.dedupeKey !== '') openKeys.add(it.dedupeKey)
    ready.push(it)
  }
  return ready
}
