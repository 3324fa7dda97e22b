import type { OutboxEntry } from '../../../src/db/outbox.ts'
import type { Disk } from './storage.ts'

/** An entry as it was when it was saved: the promise of the device. */
export interface Saved extends OutboxEntry {
  /** The disk with its database. */
  disk: Disk
  database: string
  /** The save had resolved, so the user was told that it is saved. */
  acked: boolean
  /** Entries of one action are kept together or lost together (I8). */
  action: number
  /** The true time of the save. */
  at: number
}

/** All promises, and the decisions of people about them. */
export class Ledger {
  saved = new Map<string, Saved>()
  /** Keys that people sent again after a doubt; they accepted a second effect. */
  resent = new Set<string>()
  /** Keys for which a lost phone had warned of a possible duplicate, or could not warn any more. */
  lost = new Set<string>()
  /**
   * Records whose making a sign-out has forgotten, since nothing unsent depended on them, and the keys of what was
   * unsent then: 'codesoft-town-1 observation:812'.
   */
  forgotten = new Map<string, ReadonlySet<string>>()
  /** Files whose bytes a device had deleted, rightly, before a town lost them. Trying again does not bring them back. */
  gone = new Set<string>()
  /** The keys under which a repaired entry was sent before. */
  formerKeys = new Map<string, string[]>()
  actions = 0

  /** Records what an action put into the outbox. */
  note(disk: Disk, database: string, after: number, acked: boolean, at: number): void {
    const action = ++this.actions
    for (const entry of disk.rows<OutboxEntry>(database, 'outbox'))
      if (entry.seq > after && !this.saved.has(entry.key))
        this.saved.set(entry.key, { ...entry, disk, database, acked, action, at })
  }

  /** An entry that was repaired, or kept in a conflict after it had left, continues under a new key. */
  renewed(before: string, after: string, entry: OutboxEntry): void {
    const old = this.saved.get(before)
    if (!old) return
    this.saved.delete(before)
    this.saved.set(after, { ...old, key: after, body: entry.body })
    if (after !== before) this.formerKeys.set(after, [before, ...(this.formerKeys.get(before) ?? [])])
  }
}
