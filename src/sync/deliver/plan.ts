import type { OutboxEntry, RowName } from '../../db/outbox.ts'
import { longestEntryDelayMs } from '../transport/backoff.ts'

/** An entry with what the engine knows about it. */
export interface Planned {
  entry: OutboxEntry
  /** Equal for two entries that could not be told apart in the parent's list; '' if that does not matter. */
  dedupeKey: string
  /**
   * The earliest time to send (ms of the device's clock): an earlier change of the row may still be carried out, or the
   * server takes no files until then.
   */
  notBefore?: number
}

/**
 * From when an entry may go (ms). A time further away than any wait comes from a clock that jumped, and is ignored
 * (I22).
 */
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
    // Work done after a barrier must not overtake it: completing an inspection counts what exists at that moment.
    if (entry.barrier) closed.add(entry.group)
    if (!free) continue
    if (it.dedupeKey !== '') openKeys.add(it.dedupeKey)
    ready.push(it)
  }
  return ready
}
