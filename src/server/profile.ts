import type { Profile } from './config.ts'

/**
 * Differences of a documented server from ours (measured on the real one; see "two kinds of server" in the sync
 * engine's README). Each has a name, so that a test can turn on one alone.
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
  /** No documented call but GET /user asks who is there: author and role are whatever the body says. */
  anyoneMay: boolean
  /** Any origin may ask, but a 500 says nothing of it: across origins a browser takes it for no signal. */
  crossOrigin: boolean
  /** An empty form field for a number is 422 instead of none. */
  emptyFieldIs422: boolean
  /** The JSON comment on a unit is taken nested only. */
  nestedCommentOnly: boolean
  /** A body that names a record which does not exist is 500 text/plain. */
  unknownReferenceIs500: boolean
  /** What hangs on a record that does not exist is an empty list, or 0. */
  unknownParentIsEmpty: boolean
  /** Code sections that do not exist are left out without a word. */
  dropsUnknownCodes: boolean
  /** Some lists say null where the detail says more: citations, violations and comments of an address, businesses. */
  thinLists: boolean
  /** No comment lists its photos; they have a call of their own. */
  commentsHidePhotos: boolean
  /** Photos of inspections and comments are listed without ids. */
  photosHaveNoId: boolean
  /** The address of a photo is another each time it is asked for. */
  addressesAlwaysNew: boolean
  /** An area does not remember the checklist that it was made from. */
  roomsForgotten: boolean
  /** Fines are rounded to whole dollars. */
  finesAreWhole: boolean
  /** Unit numbers come back in capitals. */
  unitsAreUpperCase: boolean
  /** % and _ in an address search are wildcards. */
  searchTakesWildcards: boolean
  /** Abating what is abated, and reopening what is open, is done again. */
  abatesAlways: boolean
  /** Pending inspections are those without any status. */
  pendingIsUnset: boolean
  /** Saving a contact without its notes empties them. */
  putResetsNotes: boolean
  /** A schedule with an offset is turned into UTC, and then shown without zone. */
  offsetsBecomeUtc: boolean
  /** The answer to a new status names no inspector, though there is one. */
  statusForgetsInspector: boolean
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
  anyoneMay: false,
  crossOrigin: false,
  emptyFieldIs422: false,
  nestedCommentOnly: false,
  unknownReferenceIs500: false,
  unknownParentIsEmpty: false,
  dropsUnknownCodes: false,
  thinLists: false,
  commentsHidePhotos: false,
  photosHaveNoId: false,
  addressesAlwaysNew: false,
  roomsForgotten: false,
  finesAreWhole: false,
  unitsAreUpperCase: false,
  searchTakesWildcards: false,
  abatesAlways: false,
  pendingIsUnset: false,
  putResetsNotes: false,
  offsetsBecomeUtc: false,
  statusForgetsInspector: false,
}

/** All differences but `fileStoreDown`: a failing file store is an incident, not a kind of server. */
export const faultsOf = (profile: Profile): Faults => {
  if (profile === 'keyed') return { ...none }
  const all = Object.fromEntries(Object.keys(none).map((name) => [name, name !== 'fileStoreDown']))
  return { ...none, ...all }
}

/** One call as it arrives, as a fault injector sees it. */
export interface IncomingCall {
  /** Row of the inventory, part B. */
  id: string
  method: string
  path: string
  key: string | null
}

/**
 * A fault that a test injects into one call. `loseAnswer`: the effect is stored, then the connection is cut.
 * `failAfter`: the effect is stored, and the answer has this status. `failBefore`: nothing is done. `delay`: the call
 * takes longer.
 */
export type InjectedFault =
  | { kind: 'loseAnswer' }
  | { kind: 'failAfter'; status: number }
  | { kind: 'failBefore'; status: number; detail?: string; retryAfterSeconds?: number }
  | { kind: 'delay'; ms: number }

/** Chooses the fault of each call; undefined for none. */
export type FaultInjector = (call: IncomingCall) => InjectedFault | undefined
