import type { OutboxEntry } from '../../db/outbox.ts'
import type { Asked, Command } from '../../records/command.ts'
import type { Device } from '../device/device.ts'

/** Why a list is not known: it can be read later, the server fails on it, or there is none for this person. */
export type Unlisted = 'notNow' | 'down' | 'none'

/** The state of one runner's drain. */
export interface Drain {
  device: Device
  /** Fences a runner that has lost the lock. */
  epoch: number
  /**
   * Ids in each parent's list before the first sending, read once for all creates of a scope; or why they could not be
   * read.
   */
  baselines: Map<string, Promise<number[] | Unlisted>>
  /** Set if the whole engine must wait: no signal, no session, or the server asked for it. */
  stopped: boolean
  sent: number
  /** The entries in a row on which the server failed. */
  failed: number
  /** An entry is prepared before its turn and settled after it, so that the line is not idle meanwhile. */
  turns: Record<'photos' | 'data', Turns>
}

/** The turns of one kind of request: only so many are in flight at once. */
export interface Turns {
  open(): Turn
}

/** The turn of one request. */
export interface Turn {
  /** Waits for it; returns at once if it has come already. */
  take(): Promise<void>
  /** The entry is marked, and its request leaves now. */
  left(): void
  /**
   * The answer is here, or nothing is sent: the next one's turn. Resolves once that one has left; storing an answer before
   * would delay its mark.
   */
  end(): Promise<void>
}

/** One entry in flight. */
export interface Flight {
  drain: Drain
  entry: OutboxEntry
  command: Command
  asked: Asked
  /** A note for the user. It is stored with the frozen request and shown after arrival. */
  note?: string
  /** The entry was sent under its key, but the answer did not echo it. */
  keyGone?: boolean
}
