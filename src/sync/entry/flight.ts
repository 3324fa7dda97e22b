import type { OutboxEntry } from '../../db/outbox.ts'
import type { Asked, Command } from '../../records/command.ts'
import type { Device } from '../device/device.ts'

/** One runner's view of a drain. */
export interface Drain {
  device: Device
  /** Fences a runner whose lock was taken. */
  epoch: number
  /** Ids that stood in each parent's list, read once for all creates of a scope. */
  baselines: Map<string, number[]>
  /** Set when the whole engine must wait: no signal, sign-in, the server's own wish. */
  stopped: boolean
  sent: number
}

/** One entry on its way. */
export interface Flight {
  drain: Drain
  entry: OutboxEntry
  command: Command
  asked: Asked
  /** A note for the user, stored with the frozen request and shown once it has arrived. */
  note?: string
  /** It was sent under its key, but the answer did not echo it. */
  keyGone?: boolean
}
