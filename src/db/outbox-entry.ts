import * as z from 'zod/mini'
import type { RecordType } from '../contract/id.ts'

/*
 * The rows of the table `outbox`. The types of outbox.ts are inferred from these schemas, and rows read from disk are
 * checked against them. Another version of the app may have written a row, so unknown kinds are not damage.
 */

const filled = z.string().check(z.minLength(1))
const whole = z.number().check(z.refine(Number.isInteger))

/** A name from a list of which another version of the app may know more. */
const oneOf = <Name extends string>() => z.custom<Name>((it) => typeof it === 'string' && it !== '')

/** Not checked: a wrong value here can neither lose nor double anything. */
const unchecked = <Value>() => z.optional(z.custom<Value>())

/** The name and value of a form field. z.tuple would add more bytes to the first screen than this line. */
const pair = z.custom<[name: string, value: string]>(
  (it) => Array.isArray(it) && it.every((part) => typeof part === 'string'),
)

/**
 * 'observation:-12': the name of a row, on this device or on the server; or of a photo, or a link between two rows.
 */
export const RowName = z.custom<`${RecordType | 'photo' | 'link'}:${number | string}`>(
  (it) => typeof it === 'string' && it.includes(':'),
)

/** `waiting` may be sent; `sending` is in flight; `inDoubt` may have arrived; the others need the user. */
export const EntryState = z.enum(['waiting', 'sending', 'inDoubt', 'refused', 'conflict', 'held'])

/** Why an entry is in its state, in the words of the server or of this app. */
export const EntryProblem = z.object({
  kind: oneOf<
    | 'refused'
    | 'keyUsed'
    | 'conflict'
    | 'doubt'
    | 'serverDown'
    | 'noSignal'
    | 'misunderstood'
    | 'unknownCommand'
    | 'photoGone'
    | 'damaged'
  >(),
  status: unchecked<number>(),
  /** The server's own words if it gave any. */
  detail: z.string(),
  /**
   * For a conflict: the fields in question, as the user saw them, as the user set them, and as the server has them
   * now.
   */
  fields: z.optional(
    z.array(
      z.object({
        name: filled,
        seen: unchecked<unknown>(),
        mine: unchecked<unknown>(),
        theirs: unchecked<unknown>(),
      }),
    ),
  ),
})

/** The request exactly as it first left. Every later attempt is byte-identical (I13). */
export const Wire = z.object({
  method: filled,
  url: filled,
  encoding: oneOf<'none' | 'json' | 'form' | 'files'>(),
  /** JSON text, or form fields. A file's bytes are in `blobs`. */
  text: z.optional(z.string()),
  fields: z.optional(z.array(pair)),
  ifMatch: z.optional(z.string()),
  /** Shown to the user once the request has arrived. Stored, because another page may receive the answer. */
  note: unchecked<string>(),
})

/** The parts that every entry has. A file whose rows lack them is not a rescue copy. */
export const EntryHead = z.looseObject({
  key: z.string(),
  /** The order of the user's commands. A clock never decides the order. */
  seq: z.number(),
  command: z.string(),
  params: z.record(z.string(), z.number()),
})

/** What an entry is, whom it concerns and its order. If one of these parts is damaged, only the user can decide. */
export const DecidingParts = z.object({
  /** UUID, sent as Idempotency-Key. */
  key: EntryHead.shape.key.check(z.minLength(1)),
  /** The call, such as 'POST /areas/:areaId/observations'. */
  command: EntryHead.shape.command.check(z.minLength(1)),
  version: whole,
  params: EntryHead.shape.params.check(z.refine((it) => Object.values(it).every(Number.isInteger))),
  /** The local id of the record that this makes; 0 if it makes none. */
  id: whole.check(z.refine((it) => it <= 0)),
  /** The values that the user saw in the fields that this changes. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  /** The file that this call carries. */
  photo: z.nullable(filled),
  /** Files sent in the call that makes the record, because no other call could add them; absent for none. */
  files: z.optional(z.array(filled)),
  state: EntryState,
  /** Ids in the parent's list before the first sending; null while unknown. */
  baseline: z.nullable(z.array(whole)),
  wire: z.nullable(Wire),
  /**
   * What left under this key before the user repaired it, oldest first. The server may have carried that out: then it
   * refuses the repaired text (`keyUsed`), and the earlier one is sent again for its answer.
   */
  sentAs: z.optional(z.array(z.object({ body: unchecked<unknown>(), wire: z.nullable(Wire) }))),
  /** Whether the server was known to keep keys when this first left. */
  keyed: z.boolean(),
  problem: z.nullable(EntryProblem),
  userId: whole,
  /** Rows that this entry changes on screen. Two entries with a common row are sent in order. */
  touches: z.array(RowName),
  /** Records whose server ids must be known first. */
  needs: z.array(RowName),
  /** The record within which barriers apply (an inspection, a violation); '' for none. */
  group: z.string(),
  /** Waits for every earlier entry of its group. */
  barrier: z.boolean(),
})

/** Counters and times. If damaged, they are reset without asking. */
export const CountingParts = z.object({
  /** Not before this time (ms of the device's clock). */
  nextAt: z.number(),
  attempts: whole,
  /** How often a server answered it with 5xx. */
  failures: whole,
  /** When a server last answered it with 5xx (ms of the device's clock). */
  failedAt: z.optional(z.number()),
  /** For an entry in doubt: how often the record was looked for and not found. */
  misses: whole,
  /**
   * The number that a front gave to the unknown outcome, and the last number that was checked. The front repeats the
   * call only for its latest number.
   */
  doubt: z.optional(whole),
  looked: z.optional(whole),
  /** When it last left or, for an entry in doubt, the start of its wait (ms of the device's clock). */
  sentAt: z.nullable(z.number()),
  /** The server's clock minus the device's at `sentAt`. A clock that is set meanwhile must not end a doubt early. */
  sentOffsetMs: z.optional(z.number()),
  /** The device's time of the user's tap (ms), and the server's clock minus the device's then. */
  capturedAt: z.number(),
  clockOffsetMs: z.number(),
})

/**
 * Something the user did that the server has not confirmed. It IS a documented call, with local ids where server ids
 * are not known yet. Only the settle transaction or the user removes it.
 */
export const OutboxEntry = z.object({
  seq: EntryHead.shape.seq,
  ...DecidingParts.shape,
  ...CountingParts.shape,
  /** Absent for a call without a body, because the JSON of a rescue copy has no `undefined`. */
  body: unchecked<unknown>(),
  /** It was sent alone, with its key in a header, which a proxy may remove; in a batch the key is in the body. */
  alone: unchecked<boolean>(),
  /**
   * Why a front that keeps its key does not know the outcome. `line`: its connection to the server broke, and the
   * front itself recorded when. `front`: the front died.
   */
  doubtIn: unchecked<'line' | 'front'>(),
  /** The row as it was found, for an entry with unreadable parts. */
  damaged: unchecked<unknown>(),
  /** For an entry sent again to a restored town: the number that the lost town had given to the record. */
  former: unchecked<number>(),
  /** How far the office's changes had been read when it first left. Its answer may be older than later changes. */
  readTo: unchecked<{ chain: string; n: number }>(),
})
