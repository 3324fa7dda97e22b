import { type EntryState, needsUser, type OutboxEntry } from '../../db/outbox.ts'
import { newKey } from '../device/device.ts'
import { heldAsDamaged } from './damage.ts'

type Check = (value: unknown) => boolean

const states: readonly EntryState[] = ['waiting', 'sending', 'inDoubt', ...needsUser]
const text: Check = (it) => typeof it === 'string'
const filled: Check = (it) => text(it) && it !== ''
const flag: Check = (it) => typeof it === 'boolean'
const whole: Check = (it) => Number.isInteger(it)
const moment: Check = (it) => Number.isFinite(it)
const object: Check = (it) => typeof it === 'object' && it !== null && !Array.isArray(it)
const list =
  (check: Check): Check =>
  (it) =>
    Array.isArray(it) && it.every(check)
const orNull =
  (check: Check): Check =>
  (it) =>
    it === null || check(it)
const shape =
  (fields: Record<string, Check>): Check =>
  (it) =>
    object(it) && Object.entries(fields).every(([name, check]) => check(Reflect.get(Object(it), name)))
const rowNames = list((it) => typeof it === 'string' && it.includes(':'))
const optional =
  (check: Check): Check =>
  (it) =>
    it === undefined || check(it)

/** What an entry is, whom it concerns and in which order it goes: with one of these damaged, only the user can say. */
const deciding: Partial<Record<keyof OutboxEntry, Check>> = {
  key: filled,
  command: filled,
  version: whole,
  params: (it) => object(it) && Object.values(Object(it)).every(whole),
  id: (it) => whole(it) && Number(it) <= 0,
  before: orNull(object),
  photo: orNull(filled),
  files: optional(list(filled)),
  state: (it) => states.some((state) => state === it),
  baseline: orNull(list(whole)),
  wire: orNull(
    shape({
      method: filled,
      url: filled,
      encoding: filled,
      text: optional(text),
      ifMatch: optional(text),
      fields: optional(list(list(text))),
    }),
  ),
  keyed: flag,
  problem: orNull(shape({ kind: filled, detail: text, fields: optional(list(shape({ name: filled }))) })),
  userId: whole,
  touches: rowNames,
  needs: rowNames,
  group: text,
  barrier: flag,
}

/** What only counts and remembers moments: made anew without a word. */
const counting: Partial<Record<keyof OutboxEntry, Check>> = {
  nextAt: moment,
  attempts: whole,
  failures: whole,
  misses: whole,
  doubt: optional(whole),
  looked: optional(whole),
  sentAt: orNull(moment),
  sentOffsetMs: optional(moment),
  capturedAt: moment,
  clockOffsetMs: moment,
}

/** The entry with its damaged parts made anew; null when nothing is damaged. It is held, with the row as it was found. */
export function repaired(row: OutboxEntry, now: number): OutboxEntry | null {
  const broken = (checks: typeof deciding) =>
    Object.entries(checks).flatMap(([name, check]) => (check(Reflect.get(row, name)) ? [] : [name]))
  const damaged = broken(deciding)
  const worn = broken(counting)
  if (damaged.length + worn.length === 0) return null
  const sound = Object.entries(row).filter(([name]) => !damaged.includes(name) && !worn.includes(name))
  const entry: OutboxEntry = { ...blank(now), ...Object.fromEntries(sound) }
  // It may have left: what was counted is gone.
  if (worn.includes('attempts') && (entry.wire || entry.state !== 'waiting')) entry.attempts = 1
  return damaged.length === 0 ? entry : { ...entry, ...heldAsDamaged(damaged.join(', ')), damaged: row }
}

const blank = (now: number): OutboxEntry => ({
  seq: 0,
  key: newKey(),
  command: '',
  version: 0,
  params: {},
  body: null,
  id: 0,
  before: null,
  photo: null,
  state: 'held',
  nextAt: 0,
  attempts: 0,
  failures: 0,
  sentAt: now,
  misses: 0,
  baseline: null,
  wire: null,
  keyed: false,
  problem: null,
  capturedAt: now,
  clockOffsetMs: 0,
  userId: 0,
  touches: [],
  needs: [],
  group: '',
  barrier: false,
})
