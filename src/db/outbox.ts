import type * as z from 'zod/mini'
import type { RecordType } from '../contract/id.ts'
import type * as schemas from './outbox-entry.ts'

/**
 * 'observation:-12': the name of a row, on this device or on the server; or of a photo, or a link between two rows.
 */
export type RowName = z.infer<typeof schemas.RowName>

export const rowName = (type: RecordType, id: number): RowName => `${type}:${id}`

/**
 * 'link:address:1/contact:-5': the name of a link. A link is no row of its own, but its changes are sent in order like
 * those of a row.
 */
export const linkName = (from: RowName, to: RowName): RowName => `link:${from}/${to}`

/** The two rows of a link; null for any other name. */
export function linkEnds(name: RowName): [from: RowName, to: RowName] | null {
  const [from, to] = name.startsWith('link:') ? name.slice('link:'.length).split('/') : []
  // Names of links are only made by `linkName`, from two row names.
  return from && to ? [from as RowName, to as RowName] : null
}

/** Whether a name is that of a row in a record table. */
export const isRow = (name: RowName): boolean => !name.startsWith('photo:') && !name.startsWith('link:')

/** `waiting` may be sent; `sending` is in flight; `inDoubt` may have arrived; the others need the user. */
export type EntryState = z.infer<typeof schemas.EntryState>

/** States that only the user can end. */
export const needsUser: readonly EntryState[] = ['refused', 'conflict', 'held']

/** Why an entry is in its state, in the words of the server or of this app. */
export type EntryProblem = z.infer<typeof schemas.EntryProblem>

/** The request exactly as it first left. Every later attempt is byte-identical (I13). */
export type Wire = z.infer<typeof schemas.Wire>

/**
 * Something the user did that the server has not confirmed. It IS a documented call, with local ids where server ids
 * are not known yet. Only the settle transaction or the user removes it.
 */
export type OutboxEntry = z.infer<typeof schemas.OutboxEntry>

/**
 * Confirmed work, kept for some days if its server can report a restore: a town restored from a backup may lack it.
 */
export interface SentWork {
  key: string
  seq: number
  /** When it was confirmed, on the server's clock (ms). */
  at: number
  /**
   * True if the server answered for this key. Otherwise the record was found in a list, and the server has no such
   * key.
   */
  proven: boolean
  madeId: number | null
  /** As it was sent, but without the frozen bytes, which were made for the lost town. */
  entry: OutboxEntry
}

/** All files that a call carries. */
export const filesOf = ({ photo, files }: Pick<OutboxEntry, 'photo' | 'files'>): readonly string[] =>
  photo === null ? (files ?? []) : [photo]

/** 'photo:{uuid}': the name by which an entry touches a file. */
export const photoRowName = (photo: string): RowName => `photo:${photo}`

/** The file of such a name; null for any other name. */
export const photoOf = (name: RowName): string | null =>
  name.startsWith('photo:') ? name.slice('photo:'.length) : null

/** What remains of a confirmed entry. */
export interface Receipt {
  key: string
  command: string
  seq: number
  /** How it was confirmed: by the server's answer, found in a list after a doubt, by the user, and so on. */
  how: 'answer' | 'found' | 'user' | 'serverWon' | 'replaced'
  at: number
  /** The number of the settle transaction. A pull that began before it must not undo it. */
  tick: number
  touches: RowName[]
  madeId: number | null
  words: string
  note?: string
}

/** The server id of a record made here. Kept for ever, so that old links still work. */
export interface GivenId {
  type: RecordType
  local: number
  server: number
}

/** The server's last copy of a row that has waiting commands on top. */
export interface Shadow {
  type: RecordType
  id: number
  row: unknown
}
