import type * as z from 'zod/mini'
import type { Params } from '../contract/call-name.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Config } from './config.ts'
import type { FileStore } from './files/file-store.ts'
import type { Signer } from './files/signed-address.ts'
import type { StoredFile } from './files/stored-file.ts'
import type { Log } from './log.ts'
import type { FaultInjector, Faults } from './profile.ts'
import type { Db, Tx } from './store/core-tables.ts'

/** Roles by number (SH-07). */
export type Role = 0 | 1 | 2 | 3

/** Who asks, read from the database on every request. */
export interface SessionUser {
  id: number
  email: string
  name: string | null
  role: Role
}

/** Who asks in the one call that needs no session, the sign-in. */
export const nobody: SessionUser = { id: 0, email: '', name: null, role: 0 }

/** What an app is made of; nothing in `src/server` reads a clock or the environment beside it. */
export interface Services {
  db: Db
  store: FileStore
  config: Config
  log: Log
  clock: () => Date
  /** Which faults are played; `faultsOf(config.profile)` where nothing is said. Tests turn single ones on. */
  faults?: Faults
  /** Breaks single calls on purpose; only tests give one, and no request can. */
  injectFault?: FaultInjector
}

/** Where a request comes from. */
export interface Caller {
  /** Network address. */
  from: string
  /** The device's own name for itself: header `Device-Id` at sign-in, kept with the session. */
  device: string | null
  /** Names the session; null before there is one. */
  tokenHash: string | null
  authorization: string | undefined
  /** The secret by which this device is known to people who have signed in on it before. */
  deviceSecret: string | null
  /** All cookies of the request. */
  cookies: string | undefined
  /** A code that an administrator gave to somebody who signs in on a new device. */
  signInCode: string | null
  /** Where browsers reach the town: 'https://fernhill.example'. */
  origin: string
  /** Sends another request through the whole app, as if it had come over the same connection. */
  send(request: Request): Promise<Response>
}

/** What a route gets: everything parsed by the contract, and the transaction in which its effect is stored. */
export interface CallContext<Path extends string = string, Body = unknown, Search = unknown> {
  /** Path parameters; positive integers. */
  params: Params<Path>
  body: Body
  search: Search
  /** The files of a multipart body, in order, checked and stored; empty in any other call. */
  files: readonly StoredFile[]
  user: SessionUser
  caller: Caller
  /** The Idempotency-Key, for `created_by_key` of the row that is made; null without one. */
  key: string | null
  /** One transaction around the whole unsafe call, its key included; the pool itself in a GET. */
  tx: Tx
  /** Arrival of the request; every stamp of the effect is this moment. */
  now: Date
  /** `observed_at` of the body, if it is there and between 400 days ago and now; deadlines count from it (G-18). */
  observedAt: Date | null
  config: Config
  store: FileStore
  /** Signs the addresses of files. */
  sign: Signer
  faults: Faults
  log: Log
  /** Adds a header to the answer: `tell('X-Total-Count', '402')`. */
  tell(name: string, value: string): void
}

/** A call with its answer. */
export interface Route {
  endpoint: Endpoint
  answer(ask: CallContext): Promise<unknown>
  /** Gets the pool instead of a transaction, and remembers no key: what it writes stands even when it refuses. */
  ownTransaction?: true
  /** What it returns is texts and numbers already: a long answer is not looked through once more. */
  holdsNoDate?: true
}

/** What a route may return for a reply: the reply, with a Date wherever it has a moment as text. */
type Loose<T> = T extends string
  ? T | Date
  : T extends Blob
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Loose<Item>[]
      : T extends object
        ? { [Key in keyof T]: Loose<T[Key]> }
        : T

/**
 * Answers a documented call: `route(areas.one, async ({ params, tx }) => ...)`. What is returned is parsed by the
 * contract's reply before it is sent (a Date becomes ISO text, unknown fields fall away); a `Response` (a document to
 * download) goes as it is.
 * Throw `Refused` for an expected refusal.
 */
export const route = <
  Path extends string,
  Body extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Search extends z.ZodMiniType,
>(
  endpoint: Endpoint<Path, Body, Reply, Search>,
  answer: (ask: CallContext<Path, z.output<Body>, z.output<Search>>) => Promise<Loose<z.input<Reply>> | Response>,
): Route => ({ endpoint, answer })
