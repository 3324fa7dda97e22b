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

/** The progress of an upload, in bytes. */
export type Progress = (sent: number, total: number) => void

/** One person's engine: its database and everything outside it. Tests replace only time and network. */
export interface Device {
  db: DeviceDatabase
  userId: number
  /** Where the calls are served, e.g. 'https://town.example/api'. */
  base: string
  fetch(request: Request): Promise<Response>
  /** Uploads with progress; absent if the platform cannot (a service worker). */
  upload?(
    request: { url: string; headers: Record<string, string>; body: Blob; signal: AbortSignal },
    progress: Progress,
  ): Promise<Response>
  /** Shrinks a picture; absent if the platform cannot (a service worker). */
  shrink?: Shrink
  /** Milliseconds of the device's clock. */
  now(): number
  /** 0 to 1, for the jitter of delays. */
  random(): number
  /** Null if the platform has none. Then nothing proves that this is the only sender, so nothing is sent (I15). */
  locks: Locks | null
  /** The token to send, or null when this person must sign in first. */
  token(): Promise<string | null>
  /**
   * The server refused this token: delete it, keep everything else. A newer token stays, because the refusal may
   * belong to an earlier session.
   */
  tokenRefused(token: string): Promise<void>
  /** The server forbade a call of a valid session: the person's role may have changed. */
  forbidden?(): void
  /** How long a call may still be at work on a server after its answer was lost (ms). */
  doubtWaitMs: number
  /** Calls in flight at once on a server that knows keys; a documented one gets 2. */
  inFlight: number
  /** true once this server echoed an Idempotency-Key, false once it did not, null before it was asked. */
  keyed: boolean | null
  /** `documented`: the keys are kept by a front, and the calls follow the rules of the documented server behind it. */
  upstream: 'documented' | null
  /** The token with which that was learnt. By the next session the town may have been restored. */
  learntWith?: string | null
  /** Which life of its database the server is in; null if it does not say. */
  history?: TownHistory | null
  /** Whether the server takes several calls in one request; false once it refused that. */
  batches: boolean
  /** The most calls in one batch, if less than the server takes. */
  batchSize?: number
  /** Call it when there is something new to send. */
  wake(): void
  /** The upload progress of each photo. */
  progress: Map<string, { sent: number; total: number }>
}

/** Whether the calls are handled by our own server, which takes more than the documented ones. */
export const isOurs = ({ keyed, upstream }: Pick<Device, 'keyed' | 'upstream'>): boolean =>
  keyed === true && upstream === null

/** A new unique idempotency key. */
export const newKey = (): string => crypto.randomUUID()
