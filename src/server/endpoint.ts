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
import type { TownConfig } from './town-config.ts'

/** Roles by number (SH-07). */
export type Role = 0 | 1 | 2 | 3

/** The caller, read from the database on every request. */
export interface SessionUser {
  id: number
  email: string
  name: string | null
  role: Role
}

/** Calls whose bodies contain passwords: none is stored under a key or may stand in a batch of records. */
export const withPasswords: ReadonlySet<string> = new Set(['B1', 'X6', 'X7', 'X22', 'X101'])

/** The caller of a call without a session, such as the sign-in. */
export const nobody: SessionUser = { id: 0, email: '', name: null, role: 0 }

/** The parts of an app. Nothing else in `src/server` reads a clock or the environment. */
export interface Services {
  db: Db
  store: FileStore
  config: Config
  log: Log
  clock: () => Date
  /** The faults to emulate; `faultsOf(config.profile)` by default. Tests turn on single ones. */
  faults?: Faults
  /** Breaks single calls on purpose. Only tests set it; no request can. */
  injectFault?: FaultInjector
}

/** The origin of a request. */
export interface Caller {
  /** Network address. */
  from: string
  /** The device's own name: header `Device-Id` at sign-in, stored with the session. */
  device: string | null
  /** Identifies the session; null before there is one. */
  tokenHash: string | null
  /** The sign-in of the session; null before there is one. */
  signedInAt: Date | null
  authorization: string | undefined
  /** The secret that identifies this device to people who have signed in on it before. */
  deviceSecret: string | null
  /** All cookies of the request. */
  cookies: string | undefined
  /** An administrator's code for a sign-in on a new device. */
  signInCode: string | null
  /** The town's address in browsers: 'https://fernhill.example'. */
  origin: string
  /** Sends another request through the whole app, as if it came over the same connection. */
  send(request: Request): Promise<Response>
}

/** The input of a route: everything parsed by the contract, and the transaction that stores its effect. */
export interface CallContext<Path extends string = string, Body = unknown, Search = unknown> {
  /** Path parameters; positive integers. */
  params: Params<Path>
  body: Body
  search: Search
  /** The files of a multipart body in order, checked and stored; empty in any other call. */
  files: readonly StoredFile[]
  user: SessionUser
  caller: Caller
  /** The Idempotency-Key, for `created_by_key` of the new row; null without one. */
  key: string | null
  /** One transaction around the whole changing call, including its key; the pool itself in a GET. */
  tx: Tx
  /** The arrival of the request. All stamps of the effect have this time. */
  now: Date
  /** `observed_at` of the body, if it is between 400 days ago and now; deadlines count from it (G-18). */
  observedAt: Date | null
  config: Config
  /** Reads the settings of the app again after a change. */
  town: TownConfig
  store: FileStore
  /** Signs file URLs. */
  sign: Signer
  faults: Faults
  log: Log
  /** Adds a header to the answer: `tell('X-Total-Count', '402')`. */
  tell(name: string, value: string): void
  /** What the log of changes gets in place of the body, which may be a whole file. */
  logAs(body: unknown): void
}

/** A call and the function that answers it. */
export interface Route {
  endpoint: Endpoint
  answer(ask: CallContext): Promise<unknown>
  /** Gets the pool instead of a transaction, and stores no key: its writes stay even if it refuses. */
  ownTransaction?: true
  /** Its result contains only texts and numbers, so a long answer need not be searched for dates. */
  holdsNoDate?: true
}

/** What a route may return: the reply, with a Date where the reply has a moment as text. */
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
 * Answers a documented call: `route(areas.one, async ({ params, tx }) => ...)`. The result is parsed with the
 * contract's reply before it is sent (a Date becomes ISO text, unknown fields are dropped). A `Response` (a document
 * to download) is sent as it is. Throw `Refused` for an expected refusal.
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
