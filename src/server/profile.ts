import type { Profile } from './config.ts'

/**
 * The ways in which a documented server differs from ours, each by name, so that a test can turn on one alone
 * (measured on the real one; see the sync engine's two kinds of server).
 */
export interface Faults {
  /** Idempotency-Key is neither remembered nor echoed. */
  forgetsKeys: boolean
  /** No ETag, no If-Match, no 304. */
  noVersions: boolean
  /** The calls of ours beside the documented ones answer 404. */
  noExtensions: boolean
  /** A new inspection is committed before its files are stored; when storing fails the answer is 500 all the same. */
  commitsBeforeFiles: boolean
  /** A file of a comment or a violation that cannot be stored is left out, with 200. */
  dropsFiles: boolean
  /** Storing any file fails. */
  fileStoreDown: boolean
  /** Uploads answer only `{detail}`, without names or hashes. */
  uploadsSayLittle: boolean
  /** `observed_at` is ignored: everything counts from its arrival. */
  arrivalIsCreation: boolean
  /** GET /user answers 500 text/plain for an expired or broken token. */
  expiredTokenIs500: boolean
  /** A wrong slash is answered by 307 with an absolute Location. */
  redirectsSlashes: boolean
  /** Comments, photos, violations and inspections of an address answer 404 when there are none. */
  emptyListIs404: boolean
  /** Times are written without zone, and mean UTC. */
  naiveTimes: boolean
  /** Tokens say `sub` and `exp` for everybody to read, as a JWT does. */
  readableTokens: boolean
}

const none: Faults = {
  forgetsKeys: false,
  noVersions: false,
  noExtensions: false,
  commitsBeforeFiles: false,
  dropsFiles: false,
  fileStoreDown: false,
  uploadsSayLittle: false,
  arrivalIsCreation: false,
  expiredTokenIs500: false,
  redirectsSlashes: false,
  emptyListIs404: false,
  naiveTimes: false,
  readableTokens: false,
}

/** The faults that a profile plays; `fileStoreDown` is never on by itself. */
export const faultsOf = (profile: Profile): Faults =>
  profile === 'keyed'
    ? { ...none }
    : {
        forgetsKeys: true,
        noVersions: true,
        noExtensions: true,
        commitsBeforeFiles: true,
        dropsFiles: true,
        fileStoreDown: false,
        uploadsSayLittle: true,
        arrivalIsCreation: true,
        expiredTokenIs500: true,
        redirectsSlashes: true,
        emptyListIs404: true,
        naiveTimes: true,
        readableTokens: true,
      }

/** One call as it arrives, for the choice of a mischief. */
export interface Arriving {
  /** Row of the inventory, part B. */
  id: string
  method: string
  path: string
  key: string | null
}

/**
 * What can go wrong on the way. `loseAnswer`: the effect is stored, then the connection is cut. `failAfter`: the effect
 * is stored, and the answer is this status. `failBefore`: nothing is done. `delay`: it only takes longer.
 */
export type Trouble =
  | { kind: 'loseAnswer' }
  | { kind: 'failAfter'; status: number }
  | { kind: 'failBefore'; status: number; detail?: string; retryAfterSeconds?: number }
  | { kind: 'delay'; ms: number }

/** Chooses the trouble of each call; undefined for none. */
export type Mischief = (call: Arriving) => Trouble | undefined
