import type { Profile } from '../world/server-types.ts'
import type { Town } from './plan.ts'

/** Where the process dies: at this storage or network step; nowhere for null. */
export interface Point {
  profile: Profile
  kind: 'storage' | 'network' | null
  at: number
  /** A bad connection: its seed, and the rate of faults (0 to 1). */
  line?: { seed: number; often: number }
}

/** Faults between a phone and its office. */
export const lineFaults = ['requestLost', 'answerLost', 'late', 'repeated'] as const
export type LineFault = (typeof lineFaults)[number]

/** A request at the office, with the time of its arrival. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array | null
  now: number
  /**
   * How often the browser sends it: on a broken connection it resends while the first is still processed, and the last
   * answer counts.
   */
  times?: number
}

export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
  /** The connection ended without an answer. */
  broken?: boolean
}

/** The result of an inspection on the device. */
export interface Played {
  /** Forbidden states: bugs of the engine, stuck work, work that the device lost. */
  problems: string[]
  /** Whether a process died. */
  died: boolean
  /** How often the inspector had to check whether something had arrived. */
  asked: number
  /** The cause of each of these: see OutboxEntry.doubtIn. */
  askedFor: string[]
  /** Actions that the device marked as possible duplicates. */
  said: string[]
  /** A hash per step of the state that a crash there would leave; equal states have equal hashes. */
  states: { storage: string[]; network: string[] }
  trace: string[]
}

/** Messages to and from a worker. */
export type ToWorker = { kind: 'play'; point: Point; town: Town } | { kind: 'reply'; n: number; reply: Reply }
export type FromWorker = { kind: 'ask'; n: number; call: Call } | { kind: 'played'; played: Played }
