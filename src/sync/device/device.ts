import type { TownHistory } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { Shrink } from './shrunk.ts'

/** The lock manager of the platform, or a test's replacement with the same interface. */
export interface Locks {
  request<Result>(
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    body: (lock: unknown) => Promise<Result>,
  ): Promise<Result>
}

/** How much of a file has left, in bytes. */
export type Progress = (sent: number, total: number) => void

/** One person's engine: the database it speaks for, and the world around it. Only time and signal are ever faked. */
export interface Device {
  db: DeviceDatabase
  userId: number
  /** Where the calls are served, e.g. 'https://town.example/api'. */
  base: string
  fetch(request: Request): Promise<Response>
  /** Sends a file and tells how far it is; absent where the platform cannot tell (a service worker). */
  upload?(
    request: { url: string; headers: Record<string, string>; body: Blob; signal: AbortSignal },
    progress: Progress,
  ): Promise<Response>
  /** Makes a picture smaller; absent where nothing can (a service worker). */
  shrink?: Shrink
  /** Milliseconds of the device's clock. */
  now(): number
  /** 0 to 1, for the jitter of delays. */
  random(): number
  /** Null where the platform has none: then nothing proves that this is the only sender, and nothing is sent (I15). */
  locks: Locks | null
  /** The token to send, or null when this person must sign in first. */
  token(): Promise<string | null>
  /**
   * A server refused this token: forget it, keep everything else. A newer one stays: a refusal of the session before
   * may come in after this person has signed in again.
   */
  tokenRefused(token: string): Promise<void>
  /** How long a call may still be at work on a server after its answer was lost (ms). */
  doubtWaitMs: number
  /** Calls in flight at once on a server that knows keys; a documented one gets 2. */
  inFlight: number
  /** true once this server echoed an Idempotency-Key, false once it did not, null before it was asked. */
  keyed: boolean | null
  /** `documented`: what keeps the keys is a front; the calls follow the rules of the documented server behind it. */
  upstream: 'documented' | null
  /** The token under which that was learnt: by the next session the town may have been restored. */
  learntWith?: string | null
  /** Which life of the town's database the server is in; null where it does not say. */
  history?: TownHistory | null
  /** Whether the server takes many calls in one request; false once it said that it does not. */
  batches: boolean
  /** Called when there is something new to send. */
  wake(): void
  /** Called with the upload progress of a photo. */
  progress: Map<string, { sent: number; total: number }>
}

/** Whether the calls are carried out by a server of ours, which takes more than the documented ones do. */
export const isOurs = ({ keyed, upstream }: Pick<Device, 'keyed' | 'upstream'>): boolean =>
  keyed === true && upstream === null

/** A new id that nobody else knows: an idempotency key. */
export const newKey = (): string => crypto.randomUUID()
