import type { OutboxEntry } from '../../../src/db/outbox.ts'
import type { Disk } from './storage.ts'

/** An entry as it was when it was saved: what the device promised. */
export interface Saved extends OutboxEntry {
  /** Where it lies. */
  disk: Disk
  database: string
  /** The promise was made to the user: the save had resolved. */
  acked: boolean
  /** Entries that were saved in the same action stand or fall together (I8). */
  action: number
  /** The true moment of the save. */
  at: number
}

/** What was promised, and what people decided about it. */
export class Ledger {
  saved = new Map<string, Saved>()
  /** Keys that people sent again after a doubt: a second effect is theirs. */
  resent = new Set<string>()
  /** Keys of which a phone that is lost has said that a second one may stand, or could not say it any more. */
  lost = new Set<string>()
  actions = 0

  /** Takes down what a action put into the outbox. */
  note(disk: Disk, database: string, after: number, acked: boolean, at: number): void {
    const action = ++this.actions
    for (const entry of disk.rows<OutboxEntry>(database, 'outbox'))
      if (entry.seq > after && !this.saved.has(entry.key))
        this.saved.set(entry.key, { ...entry, disk, database, acked, action, at })
  }

  /** A repaired entry goes on under a new key. */
  repaired(before: string, after: string, entry: OutboxEntry): void {
    const old = this.saved.get(before)
    if (!old) return
    this.saved.delete(before)
    this.saved.set(after, { ...old, key: after, body: entry.body })
  }
}
