import * as z from 'zod/mini'
import type { RecordType } from '../contract/id.ts'

/*
 * What lies in the table `outbox`. The types of outbox.ts are inferred from these schemas, and a row of the disk is
 * checked with them. Another version of the app may have written it: kinds that this one does not know are no damage.
 */

const filled = z.string().check(z.minLength(1))
const whole = z.number().check(z.refine(Number.isInteger))

/** A name of which another version of the app may know more. */
const oneOf = <Name extends string>() => z.custom<Name>((it) => typeof it === 'string' && it !== '')

/** Kept as it was found: a wrong value here can neither lose nor double anything. */
const unchecked = <Value>() => z.optional(z.custom<Value>())

/** Name and value of a form field. No z.tuple: it would cost the first screen more than this line. */
const pair = z.custom<[name: string, value: string]>(
  (it) => Array.isArray(it) && it.every((part) => typeof part === 'string'),
)

/** 'observation:-12': names a row, on this device or on the server; or a photo, or a link between two rows. */
export const RowName = z.custom<`${RecordType | 'photo' | 'link'}:${number | string}`>(
  (it) => typeof it === 'string' && it.includes(':'),
)

/** `waiting` may be sent; `sending` is on its way; `inDoubt` may have arrived; the others need the user. */
export const EntryState = z.enum(['waiting', 'sending', 'inDoubt', 'refused', 'conflict', 'held'])

/** The reason for an entry's state, in the words of the server or of this app. */
export const EntryProblem = z.object({
  kind: oneOf<
    | 'refused'
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
  /** The server's own words where it gave any. */
  detail: z.string(),
  /** For a conflict: the fields in question, as the user saw them, set them, and as the server has them now. */
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

/** The request exactly as it first left: every later attempt is byte-identical (I13). */
export const Wire = z.object({
  method: filled,
  url: filled,
  encoding: oneOf<'none' | 'json' | 'form' | 'files'>(),
  /** JSON text, or the form's fields; the file's bytes come from `blobs`. */
  text: z.optional(z.string()),
  fields: z.optional(z.array(pair)),
  ifMatch: z.optional(z.string()),
  /** Shown to the user once the request has arrived. Stored, because another page may receive the answer. */
  note: unchecked<string>(),
})

/** By what a row is known to be an entry at all: a file with rows that lack it is no rescue copy. */
export const EntryHead = z.looseObject({
  key: z.string(),
  /** Order of the user's commands; a clock never decides order. */
  seq: z.number(),
  command: z.string(),
  params: z.record(z.string(), z.number()),
})

/** What an entry is, whom it concerns and in which order it goes: with one of these damaged, only the user can say. */
export const DecidingParts = z.object({
  /** UUID, sent as Idempotency-Key. */
  key: EntryHead.shape.key.check(z.minLength(1)),
  /** The call, as in 'POST /areas/:areaId/observations'. */
  command: EntryHead.shape.command.check(z.minLength(1)),
  version: whole,
  params: EntryHead.shape.params.check(z.refine((it) => Object.values(it).every(Number.isInteger))),
  /** The local id of the record that this makes, else 0. */
  id: whole.check(z.refine((it) => it <= 0)),
  /** Values the user saw in the fields that this changes. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  /** The file that this call carries. */
  photo: z.nullable(filled),
  /** Files that go in the call that makes the record itself, because no other call could add them; left out for none. */
  files: z.optional(z.array(filled)),
  state: EntryState,
  /** Ids that stood in the parent's list before the first sending; null while unknown. */
  baseline: z.nullable(z.array(whole)),
  wire: z.nullable(Wire),
  /** Whether the server was known to keep keys when this first left. */
  keyed: z.boolean(),
  problem: z.nullable(EntryProblem),
  userId: whole,
  /** Rows whose look depends on this entry; two entries with a common row go in order. */
  touches: z.array(RowName),
  /** Records whose server ids must be known first. */
  needs: z.array(RowName),
  /** The record within which barriers order (an inspection, a violation); '' for none. */
  group: z.string(),
  /** Waits for every earlier entry of its group. */
  barrier: z.boolean(),
})

/** What only counts and remembers moments: made anew without a word. */
export const CountingParts = z.object({
  /** Not before this moment (ms of the device's clock). */
  nextAt: z.number(),
  attempts: whole,
  /** How often a server answered 5xx to it. */
  failures: whole,
  /** In doubt: how often the record was looked for and not found. */
  misses: whole,
  /** The number that a front gave the doubt, and the last one that was looked into: it sends again for no other. */
  doubt: z.optional(whole),
  looked: z.optional(whole),
  /** When it last left, or, in doubt, since when the server can no longer be at work on it (ms of the device's clock). */
  sentAt: z.nullable(z.number()),
  /** The server's clock minus the device's at `sentAt`: a clock that is set meanwhile must not end a doubt early. */
  sentOffsetMs: z.optional(z.number()),
  /** Device time of the user's tap (ms), and the server's clock minus the device's then. */
  capturedAt: z.number(),
  clockOffsetMs: z.number(),
})

/**
 * Something the user did that the server has not confirmed. It IS a documented call, with local ids where the
 * server's are not known yet. Only the settle transaction or the user's own hand removes it.
 */
export const OutboxEntry = z.object({
  seq: EntryHead.shape.seq,
  ...DecidingParts.shape,
  ...CountingParts.shape,
  /** Left out for a call without one: the JSON of a rescue copy cannot say `undefined`. */
  body: unchecked<unknown>(),
  /** It left by itself, its key in a header, which a proxy may take off; in a batch it stands in the body. */
  alone: unchecked<boolean>(),
  /**
   * What broke when a front that keeps its key lost sight of it: its `line` to the server behind it, and it lives to
   * tell when that was; or the `front` itself.
   */
  doubtIn: unchecked<'line' | 'front'>(),
  /** The row as it was found, of an entry of which parts could not be read. */
  damaged: unchecked<unknown>(),
  /** Sent again to a restored town: the number that the lost one had given to the record that this makes. */
  former: unchecked<number>(),
})
