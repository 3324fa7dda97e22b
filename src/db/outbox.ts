import type { RecordType } from '../contract/id.ts'

/** 'observation:-12': names a row, on this device or on the server; or a photo, or a link between two rows. */
export type RowName = `${RecordType | 'photo' | 'link'}:${number | string}`

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
export type EntryState = 'waiting' | 'sending' | 'inDoubt' | 'refused' | 'conflict' | 'held'

/** States that only the user ends. */
export const needsUser: readonly EntryState[] = ['refused', 'conflict', 'held']

/** Why an entry stands where it stands, kept in the words of whoever said it. */
export interface EntryProblem {
  kind:
    | 'refused'
    | 'conflict'
    | 'doubt'
    | 'serverDown'
    | 'noSignal'
    | 'misunderstood'
    | 'unknownCommand'
    | 'photoGone'
    | 'damaged'
  status?: number
  /** The server's own words where it gave any. */
  detail: string
  /** For a conflict: the fields in question, as the user saw them, set them, and as the server has them now. */
  fields?: { name: string; seen: unknown; mine: unknown; theirs: unknown }[]
}

/** The request exactly as it first left: every later attempt is byte-identical (I13). */
export interface Wire {
  method: string
  url: string
  encoding: 'none' | 'json' | 'form' | 'files'
  /** JSON text, or the form's fields; the file's bytes come from `blobs`. */
  text?: string
  fields?: [string, string][]
  ifMatch?: string
  /** Said once it has arrived, whoever hears the answer: the page that sent it may be gone by then. */
  note?: string
}

/**
 * Something the user did that the server has not confirmed. It IS a documented call, with local ids where the
 * server's are not known yet. Only the settle transaction or the user's own hand removes it.
 */
export interface OutboxEntry {
  /** Order of the user's commands; a clock never decides order. */
  seq: number
  /** UUID, sent as Idempotency-Key. */
  key: string
  /** The call, as in 'POST /areas/:areaId/observations'. */
  command: string
  version: number
  params: Record<string, number>
  body: unknown
  /** The local id of the record that this makes, else 0. */
  id: number
  /** Values the user saw in the fields that this changes. */
  before: Record<string, unknown> | null
  /** The file that this call carries. */
  photo: string | null
  /** Files that go in the call that makes the record itself, because no other call could add them; left out for none. */
  files?: string[]
  state: EntryState
  /** Not before this moment (ms of the device's clock). */
  nextAt: number
  attempts: number
  /** How often a server answered 5xx to it. */
  failures: number
  /** When it last left, or, in doubt, since when the server can no longer be at work on it (ms of the device's clock). */
  sentAt: number | null
  /** The server's clock minus the device's at `sentAt`: a clock that is set meanwhile must not end a doubt early. */
  sentOffsetMs?: number
  /** In doubt: how often the record was looked for and not found. */
  misses: number
  /** Ids that stood in the parent's list before the first sending; null while unknown. */
  baseline: number[] | null
  wire: Wire | null
  /** Whether the server was known to keep keys when this first left. */
  keyed: boolean
  /** It left by itself, its key in a header, which a proxy may take off; in a batch it stands in the body. */
  alone?: boolean
  /**
   * What broke when a front that keeps its key lost sight of it: its `line` to the server behind it, and it lives to
   * tell when that was; or the `front` itself.
   */
  doubtIn?: 'line' | 'front'
  /** The number that a front gave the doubt, and the last one that was looked into: it sends again for no other. */
  doubt?: number
  looked?: number
  problem: EntryProblem | null
  /** Device time of the user's tap (ms), and the server's clock minus the device's then. */
  capturedAt: number
  clockOffsetMs: number
  userId: number
  /** Rows whose look depends on this entry; two entries with a common row go in order. */
  touches: RowName[]
  /** Records whose server ids must be known first. */
  needs: RowName[]
  /** The record within which barriers order (an inspection, a violation); '' for none. */
  group: string
  /** Waits for every earlier entry of its group. */
  barrier: boolean
  /** The row as it was found, of an entry of which parts could not be read. */
  damaged?: unknown
  /** Sent again to a restored town: the number that the lost one had given to the record that this makes. */
  former?: number
}

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
