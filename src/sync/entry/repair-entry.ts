import * as z from 'zod/mini'
import type { OutboxEntry } from '../../db/outbox.ts'
import { CountingParts, DecidingParts } from '../../db/outbox-entry.ts'
import { heldAsDamaged } from './damage.ts'
import { newEntry } from './new-entry.ts'

/**
 * The entry with new parts in place of damaged ones; null if nothing is damaged. It is held, with the row as it was
 * found.
 */
export function repaired(row: OutboxEntry, now: number): OutboxEntry | null {
  const damaged = unsoundParts(DecidingParts, row)
  const worn = unsoundParts(CountingParts, row)
  if (damaged.length + worn.length === 0) return null
  const sound = Object.entries(row).filter(([name]) => !damaged.includes(name) && !worn.includes(name))
  const entry: OutboxEntry = { ...blank(now), ...Object.fromEntries(sound) }
  // The counter is lost and the entry may have left, so it counts as sent once.
  if (worn.includes('attempts') && (entry.wire || entry.state !== 'waiting')) entry.attempts = 1
  return damaged.length === 0 ? entry : { ...entry, ...heldAsDamaged(damaged.join(', ')), damaged: row }
}

/**
 * An entry that turned out to be damaged while it was being sent, as it is held. `what` names the damage if the schema
 * finds none.
 */
export function held(row: OutboxEntry, now: number, what: string): OutboxEntry {
  const entry = repaired(row, now)
  return entry?.problem?.kind === 'damaged' && entry.state === 'held'
    ? entry
    : { ...(entry ?? row), ...heldAsDamaged(what) }
}

/** The names of the parts that break the schema, in its order. */
function unsoundParts(schema: z.ZodMiniObject, row: OutboxEntry): string[] {
  const { error } = z.safeParse(schema, row)
  return error ? [...new Set(error.issues.map(({ path }) => String(path[0])))] : []
}

/** The replacement for damaged parts. Nobody knows whether the entry was sent, so it is held, and `sentAt` is now. */
const blank = (now: number): OutboxEntry => ({
  ...newEntry({ command: '', version: 0, params: {}, body: null, capturedAt: now, clockOffsetMs: 0, userId: 0 }),
  seq: 0,
  state: 'held',
  sentAt: now,
})
