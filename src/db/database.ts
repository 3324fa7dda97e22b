import { Dexie, type EntityTable, type Table } from 'dexie'
import type { RecordType } from '../contract/id.ts'
import type { PackedChunk } from '../rules/packed-addresses.ts'
import { watchConnection } from './connection-lost.ts'
import { againOutside, onceInRead } from './in-transaction.ts'
import { enterIntoLists, keepsListKeys, listedTypes, listField } from './list-keys.ts'
import type { GivenId, OutboxEntry, Receipt, RowName, SentWork, Shadow } from './outbox.ts'
import type { BlobRow, PhotoRow } from './photos.ts'
import type { AnyRow, Rows } from './rows.ts'

/** A half-typed form. `photos` are drafts in the photos table. */
export interface Draft {
  /** The name of the form and its subject, e.g. 'observation/area:-12'. */
  form: string
  values: unknown
  savedAt: number
  /** For an edit: the record as it was shown when the form was opened. */
  seen?: object
}

/** When a list was last fetched, whether it was complete, and its ETag. */
export interface Pull {
  url: string
  at: number
  etag: string | null
  /** The number of the last settle transaction before an answer without rows was requested. */
  tick?: number
  /** The last answer of a call that does not return a list of records (counts, overviews). */
  value?: unknown
  /** The chain of change answers within which the list was read whole. Later answers keep its rows up to date. */
  chain?: string | undefined
  /** Which new rows belong to the list: those of this type with these values. Absent if there is no such rule. */
  covers?: { type: RecordType; scope: Record<string, number | string | null> } | undefined
}

/** What was prepared for the field: one row for each inspection, and one for each shared list. */
export interface Pack {
  name: string
  /** What is shown for it, if that is not the name. */
  title?: string
  ready: boolean
  at: number
  problem: string | null
  /** How many pictures of it are on this device; absent for none. */
  pictures?: number
  /** Its PDF files; absent for none. */
  papers?: PackPapers
  /** Its cached files; absent for none, and in a part prepared before they were noted. One that failed has some. */
  files?: PackFiles
  /** How many of them are no longer on this device. Then it is not ready, and `problem` says so; absent for none. */
  gone?: number
}

/** The files that a prepared part needs of each cache, by paths. */
export interface PackFiles {
  thumb: string[]
  full: string[]
}

/** The PDF files of a prepared part. */
export interface PackPapers {
  /** How many are on this device, and their bytes. */
  count: number
  bytes: number
  /** How many open only with signal: too large, or no room for them. */
  leftOut: number
}

/** One line of the diagnostic log. */
export interface JournalLine {
  n: number
  at: number
  what: string
  facts: string
}

/** When a record was last looked at on this device, in whole days (UTC). */
interface Look {
  row: RowName
  day: number
}

/** One encrypted piece of the unsent work that was sealed at sign-out. */
export interface SealedPiece {
  n: number
  nonce: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

/** How the names of facts begin that describe sealed work. */
export const sealedKind = 'sealed:'

/** Small named values: runner epoch, heartbeat, clock offset, pause. */
export interface Fact {
  name: string
  value: unknown
}

type RecordTables = { [Type in RecordType]: Table<Rows[Type], number> }

/** The record types and their indexes. */
const recordStores: Record<RecordType, string> = {
  address: 'id',
  unit: 'id, address_id',
  inspection: 'id, inspector_id, address_id',
  area: 'id, inspection_id, unit_id',
  observation: 'id, area_id',
  violation: 'id, address_id, inspection_id, user_id',
  violationComment: 'id, violation_id',
  citation: 'id, violation_id',
  comment: 'id, address_id, unit_id',
  contact: 'id',
  contactComment: 'id, contact_id',
  business: 'id, address_id',
  code: 'id',
  room: 'id',
  prompt: 'id, room_id',
  license: 'id, address_id, inspection_id',
  permit: 'id, address_id, inspection_id',
  user: 'id',
  alert: 'id, address_id',
  answer: 'id, area_id, inspection_id',
  service: 'id, violation_id, address_id',
}

/** Listed rows also name the lists that contain them and their place in each, so that a list is read by the page. */
const listedStores = Object.fromEntries(listedTypes.map((type) => [type, `${recordStores[type]}, *${listField}`]))

/** Everything that this device stores for one person of one town. Nothing in it belongs to anyone else (I14). */
export class DeviceDatabase extends Dexie {
  shadows!: Table<Shadow, [RecordType, number]>
  outbox!: EntityTable<OutboxEntry, 'seq'>
  ids!: Table<GivenId, [RecordType, number]>
  photos!: EntityTable<PhotoRow, 'id'>
  blobs!: Table<BlobRow, [string, string]>
  receipts!: EntityTable<Receipt, 'key'>
  sent!: EntityTable<SentWork, 'key'>
  drafts!: EntityTable<Draft, 'form'>
  packs!: EntityTable<Pack, 'name'>
  pulls!: EntityTable<Pull, 'url'>
  journal!: EntityTable<JournalLine, 'n'>
  meta!: EntityTable<Fact, 'name'>
  addressChunks!: EntityTable<PackedChunk, 'n'>
  looks!: EntityTable<Look, 'row'>
  sealed!: Table<SealedPiece, number>

  constructor(name: string) {
    // The user's work must survive a dead battery, so a commit counts only when it has reached the disk.
    super(name, { chromeTransactionDurability: 'strict' })
    // Only the schema of today: Dexie compares it with what the device has, and would parse all earlier ones again at
    // every start. A new one takes this one's place under the next number; a store that it does not name is deleted.
    this.version(10)
      .stores({
        ...recordStores,
        ...listedStores,
        shadows: '[type+id]',
        outbox: '++seq, &key, state, *touches, *needs',
        // Two records made here may be one at the office: a unit typed twice, a contact that was already known.
        ids: '[type+local], [type+server]',
        photos: 'id, form, [ownerType+ownerId], state',
        blobs: '[photo+part], photo',
        // Kept for ever, so a record's are found by its name.
        receipts: 'key, tick, *touches',
        // Sent work is kept for some days, because the town may be restored from a backup that lacks it.
        sent: 'key, at',
        drafts: 'form',
        packs: 'name',
        pulls: 'url',
        journal: '++n',
        meta: 'name',
        addressChunks: 'n',
        // When a record was last opened, so that old ones can be deleted.
        looks: 'row, day',
        // Unsent work sealed at sign-out, in the same database so that one transaction can replace the plain rows.
        sealed: 'n',
      })
      // Rows from before schema 5 are in no list, inspections from before schema 8 not in those of the week's board.
      // Before schema 10 a complaint in other letters was an inspection, and every deadline passed in New York.
      .upgrade(enterIntoLists)
    this.use(keepsListKeys)
    watchConnection(this)
  }

  /** The table of a record type, with typed rows. */
  rows<Type extends RecordType>(type: Type): RecordTables[Type] {
    // Dexie looks tables up by name; the names are the record types.
    return this.table(type) as unknown as RecordTables[Type]
  }

  /** The table of a record type that is known only at run time. */
  anyRows(type: RecordType): Table<AnyRow, number> {
    return this.table(type)
  }

  fact<Value>(name: string, usual: Value): Promise<Value> {
    // No async function: after an aborted read Dexie would no longer note what a live query reads next.
    // A screen asks for the same fact dozens of times, for instance for each id that it resolves.
    return onceInRead(this, name, () => againOutside(this, () => this.meta.get(name))).then((row) =>
      // Each fact is written and read by one module, so that module knows its shape.
      row === undefined ? usual : (row.value as Value),
    )
  }

  /** Several facts in one read. */
  facts<Values extends Record<string, unknown>>(usual: Values): Promise<Values> {
    const names = Object.keys(usual)
    return againOutside(this, () => this.meta.bulkGet(names)).then(
      (rows) =>
        // The names are the same, and the caller knows the shape of each fact, as in `fact`.
        Object.fromEntries(names.map((name, at) => [name, (rows[at] ?? { value: usual[name] }).value])) as Values,
    )
  }

  async setFact(name: string, value: unknown): Promise<void> {
    await againOutside(this, () => this.meta.put({ name, value }))
  }
}

/**
 * The name of a person's database. There is one for each town and user, so a shared tablet never mixes two people's
 * work (G-20).
 */
export const databaseName = (townId: string, userId: number) => `codesoft-${townId}-${userId}`
