import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { pageParams } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { anyLine, dayOrNull, Moment, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/** Kinds of records whose duplicates can be merged. */
export const doubleKinds = ['contact', 'business', 'address'] as const
export const DoubleKind = z.enum(doubleKinds)
export type DoubleKind = z.infer<typeof DoubleKind>

/** How long a merge or a transfer can be undone. */
export const undoDays = 30

/** The id of a contact, a business or an address, by `kind`. */
const recordId = z.int('Not an id').check(z.gte(1, 'Not an id'))

/** One of two records that seem to be one. */
const Double = z.object({ id: recordId, name: z.string(), detail: z.string() })

/** Two records that seem to be one, and what they have in common. The first is the older one. */
export const DoublePair = z.object({
  first: Double,
  second: Double,
  same: z.array(z.enum(['name', 'email', 'phone', 'address', 'propertyNumber'])),
})
export type DoublePair = z.infer<typeof DoublePair>

/** Two records that the office has marked as not the same; they are not proposed again. */
export const DismissedPair = z.object({
  kind: DoubleKind,
  first: Double,
  second: Double,
  made_at: Moment,
  made_by: z.nullish(UserChip),
})
export type DismissedPair = z.infer<typeof DismissedPair>

/** A pair, in either order. */
export const NamedPair = z.object({ kind: DoubleKind, first: recordId, second: recordId })
export type NamedPair = z.infer<typeof NamedPair>

/** One record of a pair: its fields, and how many records belong to it. */
export const MergeSide = z.object({
  id: recordId,
  name: z.string(),
  /** Identifies the state that was shown: a merge is refused if the record has changed since. */
  version: z.string(),
  /** As text, in the order on screen; null if unknown. */
  fields: z.array(z.object({ name: z.string(), text: z.nullable(z.string()) })),
  /** The kinds of records that belong to it: 'violations', 'photos', ... */
  hangs: z.array(z.object({ what: z.string(), count: z.int() })),
})
export type MergeSide = z.infer<typeof MergeSide>

/** A merge or transfer: by whom, and until when it can be undone. */
export const Merge = z.object({
  id: z.int(),
  kind: z.enum([...doubleKinds, 'transfer']),
  /** The record that stayed, or the person who got the work. */
  winner_id: z.int(),
  winner_name: z.string(),
  /** The record that is gone, or the person who had the work. */
  loser_id: z.int(),
  loser_name: z.string(),
  made_at: Moment,
  made_by: z.nullish(UserChip),
  undo_until: Moment,
  undone_at: z.nullish(Moment),
  undone_by: z.nullish(UserChip),
  moved: z.array(z.object({ what: z.string(), count: z.int() })),
  /** What the undo could not restore, in words. */
  left: z.array(z.string()),
})
export type Merge = z.infer<typeof Merge>

const version = z.string().check(upTo(textLimits.line))

export const NewMerge = z.object({
  kind: DoubleKind,
  winner: recordId,
  loser: recordId,
  winner_version: version,
  loser_version: version,
  /** The fields whose value is taken from the removed record. */
  take: z.array(anyLine).check(z.maxLength(50)),
})
export type NewMerge = z.infer<typeof NewMerge>

/** The kinds of records that can be transferred from one inspector to another: all that have an assignee. */
export const transferKinds = ['inspections', 'complaints', 'violations'] as const
export type TransferKind = (typeof transferKinds)[number]

export const NewTransfer = z.object({
  from_id: idOf('user'),
  to_id: idOf('user'),
  kinds: z.array(z.enum(transferKinds)).check(z.minLength(1, 'Choose what to transfer'), z.maxLength(3)),
  /** Only unfinished records. */
  open_only: z.boolean(),
  /** Only records made on this day or later, in the town's zone; null for all. */
  since: dayOrNull,
})
export type NewTransfer = z.infer<typeof NewTransfer>

/** The amount of an inspector's work: all of it, and the unfinished part. */
export const Workload = z.array(z.object({ kind: z.enum(transferKinds), open: z.int(), all: z.int() }))
export type Workload = z.infer<typeof Workload>

/** The findings of an inspection under review, and since when it has been under review. */
export const UnderReview = z.object({
  inspection_id: z.int(),
  since: Moment,
  potential: z.int(),
  photos: z.int(),
})
export type UnderReview = z.infer<typeof UnderReview>

/** Our extensions, for the office. */
export const merges = {
  /** Pairs of one kind that seem to be one record, a page at a time; `X-Total-Count` says how many there are. */
  doubles: get(
    'X90',
    '/doubles',
    z.array(DoublePair),
    z.object({ ...pageParams, kind: z._default(DoubleKind, 'contact') }),
  ),
  /** The two records of any pair. */
  sides: get('X91', '/doubles/sides', z.array(MergeSide), NamedPair),
  /** Pairs marked as not the same, newest first; 200 by default. The calls that change one answer with this list. */
  dismissed: get('X110', '/doubles/dismissed', z.array(DismissedPair), z.object(pageParams)),
  /** The pair is not proposed again. */
  dismiss: post('X111', '/doubles/dismiss', NamedPair, z.array(DismissedPair), { repeat: 'set' }),
  /** It may be proposed again. */
  restore: post('X112', '/doubles/restore', NamedPair, z.array(DismissedPair), { repeat: 'set' }),
  /** Merges and transfers, newest first; 100 by default. The calls that change one answer with this list. */
  list: get('X92', '/merges', z.array(Merge), z.object(pageParams)),
  /** Merges two records, with everything that belongs to them. */
  merge: post('X93', '/merges', NewMerge, z.array(Merge)),
  /** Moves everything back that has not been moved since, except finished work of a transfer. */
  undo: post('X94', '/merges/undo', z.object({ id: z.int() }), z.array(Merge), { repeat: 'set' }),
  /** The amount of an inspector's work since a day. */
  workload: get('X95', '/transfers/workload', Workload, z.object({ user: recordId, since: z.optional(dayOrNull) })),
  /** All inspections and complaints under review, the longest waiting first. */
  underReview: get('X97', '/under-review', z.array(UnderReview)),
  /** Transfers all work of one inspector to another. */
  transfer: post('X96', '/transfers', NewTransfer, z.array(Merge)),
}
