import type { OutboxEntry } from '../../db/outbox.ts'
import { newKey } from '../device/device.ts'

/** What an entry says of its sending before there was one. */
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

/** What the user asked, and when: by the device's clock (ms), and how far the server's was ahead of it then (ms). */
type NewCall = Pick<OutboxEntry, 'command' | 'version' | 'params' | 'body' | 'capturedAt' | 'clockOffsetMs' | 'userId'>

/** An entry that makes no record and touches none yet, under a key of its own. Its number comes with the row. */
export const newEntry = (call: NewCall): Omit<OutboxEntry, 'seq'> => ({
  ...neverSent,
  ...call,
  key: newKey(),
  id: 0,
  before: null,
  photo: null,
  touches: [],
  needs: [],
  group: '',
  barrier: false,
})

/** The entry as it was saved, without a trace of its sendings: it leaves as one that never left. */
export function asNeverSent(entry: OutboxEntry): OutboxEntry {
  const { sentOffsetMs: _, alone: __, doubtIn: ___, doubt: ____, looked: _____, ...saved } = entry
  return { ...saved, ...neverSent }
}
