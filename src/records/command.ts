import type * as z from 'zod/mini'
import type { CallName, Params } from '../contract/call-name.ts'
import { nameOf } from '../contract/call-name.ts'
import type { RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { linkName, type RowName, rowName } from '../db/outbox.ts'
import type { AnyRow } from '../db/rows.ts'
import type { FilesQuery, Query } from './query.ts'

/** What the user asked, with server ids as far as they are known. */
export interface Asked<Path extends string = string, Body = unknown> {
  params: Params<Path>
  body: Body
  /** The local id of the record that this makes, until the server gives its own; 0 if it makes none. */
  id: number
  /** When the user did it (ms). */
  at: number
  userId: number
  /** The compared fields as the user saw them; null if nothing is compared. */
  before: Record<string, unknown> | null
}

/** What happens if somebody else has changed the record since the user looked. */
type OnConflict = 'ask' | 'ours' | 'theirs'

/**
 * What a user does to a record: a documented call, and how it looks on this device before the server answers. `write`
 * runs in a Dexie transaction and awaits nothing else. It must be repeatable, because it runs again whenever new
 * server rows are put below it.
 */
interface Effects<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  /** Raised when the stored body changes shape. An entry of an unknown version is held, never dropped. */
  version?: number
  /** The type of record that this makes. */
  makes?: RecordType
  /** The existing row that this changes. */
  changes?(params: Params<Path>): { type: RecordType; id: number }
  /** For a file: the record that it belongs to. That record's row does not change. */
  ownerOf?(params: Params<Path>): { type: RecordType; id: number }
  /** The two records that this links or unlinks. No row changes; code that lists links looks into the outbox. */
  links?(params: Params<Path>, body: z.output<Body>): [from: RowName, to: RowName]
  /**
   * The name of the command that this one takes back. If that one was never sent, it is deleted and nothing is sent.
   */
  undoes?: string
  write(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<unknown>
  /**
   * The tables that `write` and `group` need besides the record's own, including those of the `photo` command. A save
   * then locks only these; absent: all tables.
   */
  uses?: readonly RecordType[]
  /** The row to store from the server's answer if it is not the answer itself; null stores nothing. */
  rowOf?(saved: z.output<Reply>, asked: Asked<Path, z.output<Body>>): AnyRow | null
  /** The list in which a new record would appear. It is read before the first sending, and again in doubt. */
  listedIn?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<Query | null>
  /** For a file: the call that lists the owner's files, and the texts that identify them in its answer. */
  filesListedBy?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<FilesQuery | null>
  /** The fields that identify a new record in that list. */
  knownBy?(asked: Asked<Path, z.output<Body>>): Record<string, unknown>
  /** Finds the existing record with the same natural key (400 or 409 "already exists"). */
  standsAlready?(rows: AnyRow[], asked: Asked<Path, z.output<Body>>): AnyRow | undefined
  /** For a removal that got a 404: whether it is already gone from that list, which is what the user wanted. */
  goneAlready?(rows: AnyRow[], asked: Asked<Path, z.output<Body>>): boolean
  /** Fields whose value the user saw, and what to do if the server's has changed since. */
  compares?: {
    fields: readonly string[]
    fresh(asked: Asked<Path, z.output<Body>>): Query
    onConflict: OnConflict
    /**
     * For an edit: only the fields that the user changed are compared and sent as ours; the others keep the office's
     * current values. Returns the body to send, made from the fresh row: see merge.ts.
     */
    merge?(fresh: AnyRow, asked: Asked<Path, z.output<Body>>): z.output<Body>
    /** The change is added to the office's value (+ 7 days), so a value changed meanwhile is no conflict. */
    adds?: boolean
  }
  /** The record within which barriers apply: 'inspection:12'. */
  group?(db: DeviceDatabase, asked: Asked<Path, z.output<Body>>): Promise<RowName | ''>
  /** Waits for all earlier work of its group. */
  barrier?(body: z.output<Body>): boolean
  /** An absolute value: it replaces an unsent earlier one for the same row. */
  replaces?: boolean
  /** Not repeated automatically after a lost answer. If two looks do not find the record, the user decides. */
  carefully?: boolean
  /** A message of the server to the user, besides the record (II-05). */
  says?(saved: z.output<Reply>): string | null
  /** What this is, in the user's words, for the list of unsent work. */
  words(asked: Asked<Path, z.output<Body>>): string
  /** The command that carries a file of the record that this makes. */
  photo?: { readonly name: string }
  /**
   * Its files are sent in the call that makes the record, because no documented call can add them later. `listedBy` is
   * the call that lists them, for a server that takes the record and loses its files; `again` is the body with which
   * those files are offered again.
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

/** The rows that the command changes on screen. */
export const touchesOf = (
  it: Command,
  { params, body, id }: { params: Record<string, number>; body?: unknown; id: number },
): RowName[] => {
  if (it.makes) return [rowName(it.makes, id)]
  if (it.links) return [linkName(...it.links(params, body))]
  const changed = it.changes?.(params)
  return changed ? [rowName(changed.type, changed.id)] : []
}
