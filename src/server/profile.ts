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
  /** Our calls besides the documented ones answer 404. */
  noExtensions: boolean
  /** A new inspection is committed before its files are stored; if storing fails, the answer is 500 anyway. */
  commitsBeforeFiles: boolean
  /** A file of a comment or violation that cannot be stored is dropped, with 200. */
  dropsFiles: boolean
  /** Storing any file fails. */
  fileStoreDown: boolean
  /** Uploads answer only `{detail}`, without names or hashes. */
  uploadsSayLittle: boolean
  /** `observed_at` is ignored: everything counts from its arrival. */
  arrivalIsCreation: boolean
  /** GET /user answers 500 text/plain for an expired or broken token. */
  expiredTokenIs500: boolean
  /** A wrong trailing slash is answered with 307 and an absolute Location. */
  redirectsSlashes: boolean
  /** Comments, photos, violations and inspections of an address answer 404 if there are none. */
  emptyListIs404: boolean
  /** Times are written without a zone and mean UTC. */
  naiveTimes: boolean
  /** Tokens contain `sub` and `exp` in readable form, like a JWT. */
  readableTokens: boolean
  /** No documented call except GET /user checks who is calling: author and role are what the body says. */
  anyoneMay: boolean
  /** Any origin is allowed, but not in a 500: across origins a browser takes that for a missing signal. */
  crossOrigin: boolean
  /** An empty form field for a number is 422 instead of no value. */
  emptyFieldIs422: boolean
  /** The JSON comment on a unit is only accepted nested. */
  nestedCommentOnly: boolean
  /** A body that names a nonexistent record is 500 text/plain. */
  unknownReferenceIs500: boolean
  /** Lists of a nonexistent record are empty, and counts are 0. */
  unknownParentIsEmpty: boolean
  /** Nonexistent code sections are silently dropped. */
  dropsUnknownCodes: boolean
  /**
   * Some lists have null where the detail has a value: citations, violations and comments of an address, businesses.
   */
  thinLists: boolean
  /** Comments do not list their photos; there is a separate call. */
  commentsHidePhotos: boolean
  /** Photos of inspections and comments are listed without ids. */
  photosHaveNoId: boolean
  /** The URL of a photo is different each time. */
  addressesAlwaysNew: boolean
  /** An area does not store the checklist from which it was made. */
  roomsForgotten: boolean
  /** Fines are rounded to whole dollars. */
  finesAreWhole: boolean
  /** Unit numbers come back in capitals. */
  unitsAreUpperCase: boolean
  /** % and _ in an address search are wildcards. */
  searchTakesWildcards: boolean
  /** Abating a resolved violation, and reopening an open one, is done again. */
  abatesAlways: boolean
  /** Pending inspections are those without any status. */
  pendingIsUnset: boolean
  /** Saving a contact without its notes clears them. */
  putResetsNotes: boolean
  /** A schedule with an offset is converted to UTC, and then shown without a zone. */
  offsetsBecomeUtc: boolean
  /** The answer to a new status has no inspector, though there is one. */
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

/** All differences except `fileStoreDown`: a failing file store is an incident, not a kind of server. */
export const faultsOf = (profile: Profile): Faults => {
  if (profile === 'keyed') return { ...none }
  const all = Object.fromEntries(Object.keys(none).map((name) => [name, name !== 'fileStoreDown']))
  return { ...none, ...all }
}

/** One call as it arrives, as a fault injector sees it. */
export interface IncomingCall {
  /** The call's id in the inventory, part B. */
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
