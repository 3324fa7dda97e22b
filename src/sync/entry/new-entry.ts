import type { OutboxEntry } from '../../db/outbox.ts'
import { newKey } from '../device/device.ts'

/** The sending state of an entry that was never sent. */
const neverSent = {
  state: 'waiting',
  nextAt: 0,
  attempts: 0,
  failures: 0,
  sentAt: null,
  misses: 0,
  baseline: null,
  wire: null,
  keyed: false,
  problem: null,
} as const satisfies Partial<OutboxEntry>

/** What the user asked, and when: on the device's clock (ms), and how far the server's was ahead then (ms). */
type NewCall = Pick<OutboxEntry, 'command' | 'version' | 'params' | 'body' | 'capturedAt' | 'clockOffsetMs' | 'userId'>

/** An entry that makes no record and touches no row yet. The database assigns its number. */
export const newEntry = (call: NewCall, key = newKey()): Omit<OutboxEntry, 'seq'> => ({
  ...neverSent,
  ...call,
  key,
  id: 0,
  before: null,
  photo: null,
  touches: [],
  needs: [],
  group: '',
  barrier: false,
})

/** The entry as it was saved, without any trace of sendings, so that it is sent as if for the first time. */
export function asNeverSent(entry: OutboxEntry): OutboxEntry {
  const { sentOffsetMs: _, alone: __, doubtIn: ___, doubt: ____, looked: _____, failedAt: ______, ...rest } = entry
  const { sentAs: _______, ...saved } = rest
  return { ...saved, ...neverSent }
}
