import type * as z from 'zod/mini'
import type { RecordType } from '../contract/id.ts'
import type * as schemas from './outbox-entry.ts'

/** 'observation:-12': names a row, on this device or on the server; or a photo, or a link between two rows. */
export type RowName = z.infer<typeof schemas.RowName>

export const rowName = (type: RecordType, id: number): RowName => `${type}:${id}`

/** 'link:address:1/contact:-5': names a link, which is no row of its own. Its changes go in order as those of a row do. */
export const linkName = (from: RowName, to: RowName): RowName => `link:${from}/${to}`

/** The two rows that a link is between; null for any other name. */
export function linkEnds(name: RowName): [from: RowName, to: RowName] | null {
  const [from, to] = name.startsWith('link:') ? name.slice('link:'.length).split('/') : []
  // Names of links are only ever made by linkName, from two row names.
  return from && to ? [from as RowName, to as RowName] : null
}

/** Whether a name is that of a row in a table of records. */
export const isRow = (name: RowName): boolean => !name.startsWith('photo:') && !name.startsWith('link:')

/** `waiting` may be sent; `sending` is on its way; `inDoubt` may have arrived; the others need the user. */
export type EntryState = z.infer<typeof schemas.EntryState>

/** States that only the user ends. */
export const needsUser: readonly EntryState[] = ['refused', 'conflict', 'held']

/** The reason for an entry's state, in the words of the server or of this app. */
export type EntryProblem = z.infer<typeof schemas.EntryProblem>

/** The request exactly as it first left: every later attempt is byte-identical (I13). */
export type Wire = z.infer<typeof schemas.Wire>

/**
 * Something the user did that the server has not confirmed. It IS a documented call, with local ids where the
 * server's are not known yet. Only the settle transaction or the user's own hand removes it.
 */
export type OutboxEntry = z.infer<typeof schemas.OutboxEntry>

/** What a server has taken that can tell of a restore, kept for some days: a town that is restored from a backup may lack it. */
export interface SentWork {
  key: string
  seq: number
  /** When it was confirmed, by the server's clock (ms). */
  at: number
  /** The server answered for this very key; else the same was found there, and no key of it is kept. */
  proven: boolean
  madeId: number | null
  /** As it was sent, without its frozen bytes: they were made for the town that is gone. */
  entry: OutboxEntry
}

/** Every file that a call carries. */
export const filesOf = ({ photo, files }: Pick<OutboxEntry, 'photo' | 'files'>): readonly string[] =>
  photo === null ? (files ?? []) : [photo]

/** 'photo:{uuid}': the name by which an entry touches a file. */
export const photoRowName = (photo: string): RowName => `photo:${photo}`

/** What was acknowledged, kept after the entry is gone. */
export interface Receipt {
  key: string
  command: string
  seq: number
  /** How it was known: the server's answer, found again after a doubt, or the user's word. */
  how: 'answer' | 'found' | 'user' | 'serverWon' | 'replaced'
  at: number
  /** Number of the settle transaction; a pull begun before it must not undo it. */
  tick: number
  touches: RowName[]
  madeId: number | null
  words: string
  note?: string
}

/** Which server id a record made here received; kept for ever, so that old links keep working. */
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
