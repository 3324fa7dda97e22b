import type * as z from 'zod/mini'
import type { CallName, Params } from '../contract/call-name.ts'
import { nameOf } from '../contract/call-name.ts'
import type { RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { linkName, type RowName, rowName } from '../db/outbox.ts'
import type { AnyRow } from '../db/rows.ts'
import type { FilesQuery, Query } from './query.ts'

/** What the user asked, with the server's ids wherever they are known. */
export interface Asked<Path extends string = string, Body = unknown> {
  params: Params<Path>
  body: Body
  /** Id of the record that this makes, until the server gives its own; 0 when it makes none. */
  id: number
  /** When the user did it (ms). */
  at: number
  userId: number
  /** The compared fields as the user saw them; null where nothing is compared. */
  before: Record<string, unknown> | null
}

/** What happens when someone else has changed the record since the user looked. */
type OnConflict = 'ask' | 'ours' | 'theirs'

/**
 * What a user does to a record: a documented call, and how it looks on this device before the server answers.
 * `write` runs in a Dexie transaction and awaits nothing else; it is repeatable, because it runs again whenever the
 * server's rows are put underneath it.
 */
interface Effects<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  /** Raised when the stored body changes shape; an entry of an unknown version is held, never dropped. */
  version?: number
  /** The type of record that this makes. */
  makes?: RecordType
  /** The existing row that this changes. */
  changes?(params: Params<Path>): { type: RecordType; id: number }
  /** The record on which the file hangs that this carries; the record's own row stays as it is. */
  ownerOf?(params: Params<Path>): { type: RecordType; id: number }
  /** The two records that this links, or whose link it removes. No row changes: who lists them looks into the outbox. */
  links?(params: Params<Path>, body: z.output<Body>): [from: RowName, to: RowName]
  /** Name of the command that this one takes back: if that was never sent, it is removed and nothing is sent. */
  undoes?: string
  write(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<unknown>
  /**
   * The tables of records that `write` and `group` need beside its own, those of its `photo` command too. A save then
   * locks these alone; left out: all.
   */
  uses?: readonly RecordType[]
  /** The row to keep from the server's answer, when that is not the answer itself; null keeps nothing. */
  rowOf?(saved: z.output<Reply>, asked: Asked<Path, z.output<Body>>): AnyRow | null
  /** The list in which a record made here would appear: read before the first sending, and again in doubt. */
  listedIn?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<Query | null>
  /** For a file: the call that lists the owner's files, and the texts that tell them in its answer. */
  filesListedBy?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<FilesQuery | null>
  /** The fields by which a record made here is known again in that list. */
  knownBy?(asked: Asked<Path, z.output<Body>>): Record<string, unknown>
  /** Finds the record that already stands under the same natural key (400 or 409 "already exists"). */
  standsAlready?(rows: AnyRow[], asked: Asked<Path, z.output<Body>>): AnyRow | undefined
  /** For what removes (404): whether it is gone from that list already, which is all that was asked. */
  goneAlready?(rows: AnyRow[], asked: Asked<Path, z.output<Body>>): boolean
  /** Fields whose value the user saw, and what to do when the server's has changed since. */
  compares?: {
    fields: readonly string[]
    fresh(asked: Asked<Path, z.output<Body>>): Query
    onConflict: OnConflict
    /**
     * For an edit of a record: only the fields that the user changed are compared and are ours; the others keep what
     * the office has by then. Answers the body to send, made of the fresh row: see merge.ts.
     */
    merge?(fresh: AnyRow, asked: Asked<Path, z.output<Body>>): z.output<Body>
    /** The change is added to the office's value (+ 7 days), so that a value changed meanwhile is no conflict. */
    adds?: boolean
  }
  /** The record within which barriers order: 'inspection:12'. */
  group?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<RowName | ''>
  /** Waits for all earlier work of its group. */
  barrier?(body: z.output<Body>): boolean
  /** An absolute value: an unsent earlier one for the same row is replaced by it. */
  replaces?: boolean
  /** Not repeated automatically after a lost answer: when two looks do not find the record, the user decides. */
  carefully?: boolean
  /** What the server said beside the record, to be shown to the user (II-05). */
  says?(saved: z.output<Reply>): string | null
  /** What this is, in the user's words, for the list of unsent work. */
  words(asked: Asked<Path, z.output<Body>>): string
  /** The command that carries a file of the record that this makes. */
  photo?: { readonly name: string }
  /**
   * Its files go in the very call that makes the record: the documented calls can add none to it later. `listedBy` is
   * the call that lists them, for a server that takes the record and loses its files; `again` is the body under which
   * those are offered once more.
   */
  withFiles?: { listedBy(id: number): FilesQuery; again(body: z.output<Body>): z.output<Body> }
}

export interface Command<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> extends Effects<Path, Body, Reply> {
  endpoint: CallName<Path, Body, Reply>
  name: string
  version: number
}

/** Lets the parts of a command take their types from its endpoint. */
export const command = <Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  endpoint: CallName<Path, Body, Reply>,
  effects: Effects<Path, Body, Reply>,
): Command<Path, Body, Reply> => ({ version: 1, ...effects, endpoint, name: nameOf(endpoint) })

/** The rows whose look depends on the command. */
export const touchesOf = (
  it: Command,
  { params, body, id }: { params: Record<string, number>; body?: unknown; id: number },
): RowName[] => {
  if (it.makes) return [rowName(it.makes, id)]
  if (it.links) return [linkName(...it.links(params, body))]
  const changed = it.changes?.(params)
  return changed ? [rowName(changed.type, changed.id)] : []
}
