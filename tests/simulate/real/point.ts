import type { Profile } from '../world/server-types.ts'
import type { Town } from './plan.ts'

/** Where the process dies: at which storage or network step; nowhere for null. */
export interface Point {
  profile: Profile
  kind: 'storage' | 'network' | null
  at: number
  /** Of a bad line: what befalls which request, and how often (0 to 1). */
  line?: { seed: number; often: number }
}

/** What can happen between a phone and its office. */
export const lineFaults = ['requestLost', 'answerLost', 'late', 'repeated'] as const
export type LineFault = (typeof lineFaults)[number]

/** A request as it reaches the office, and its moment there. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array | null
  now: number
  /** A browser whose connection breaks asks again by itself, while the first is still at work: the last one is heard. */
  times?: number
}

export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
  /** The connection ended without an answer. */
  broken?: boolean
}

/** How an inspection went on the device. */
export interface Played {
  /** What must never be: bugs of the engine, work that is stuck, work that the device no longer knows. */
  problems: string[]
  /** Whether a process died. */
  died: boolean
  /** How often the inspector had to look whether something had arrived. */
  asked: number
  /** What broke in each of these: see OutboxEntry.doubtIn. */
  askedFor: string[]
  /** Actions of which the device said that there may be a second one. */
  said: string[]
  /** For each step so far, of what the world after a death there is made; equal for equal worlds. */
  states: { storage: string[]; network: string[] }
  trace: string[]
}

/** What a worker is asked, and what it says. */
export type ToWorker = { kind: 'play'; point: Point; town: Town } | { kind: 'reply'; n: number; reply: Reply }
export type FromWorker = { kind: 'ask'; n: number; call: Call } | { kind: 'played'; played: Played }
