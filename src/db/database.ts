import { Dexie, type EntityTable, type Table } from 'dexie'
import type { RecordType } from '../contract/id.ts'
import type { PackedChunk } from '../rules/packed-addresses.ts'
import { enterIntoLists, keepsListKeys, listedTypes, listField } from './list-keys.ts'
import type { GivenId, OutboxEntry, Receipt, RowName, SentWork, Shadow } from './outbox.ts'
import type { BlobRow, PhotoRow } from './photos.ts'
import type { AnyRow, Rows } from './rows.ts'

/** A half-typed form. `photos` are drafts in the photos table. */
export interface Draft {
  /** Name of the form and what it is about, e.g. 'observation/area:-12'. */
  form: string
  values: unknown
  savedAt: number
  /** For a form that edits: the record as it was shown when the form was opened. */
  seen?: object
}

/** When a list was last fetched, whether it was complete, and the server's validator for it. */
export interface Pull {
  url: string
  at: number
  etag: string | null
  /** Number of the last settle transaction before an answer without rows was asked for. */
  tick?: number
  /** The last answer of a call whose reply is no list of records (counts, overviews). */
  value?: unknown
  /** The chain of change answers within which it was read whole, so that they keep its rows up to date. */
  chain?: string | undefined
  /** Which new rows belong to it: of this type, with these values. Left out where the answer names no such rule. */
  covers?: { type: RecordType; scope: Record<string, number | string | null> } | undefined
}

/** What was made ready for the field: one row for each inspection, and one each for the shared lists. */
export interface Pack {
  name: string
  ready: boolean
  at: number
  problem: string | null
  /** How many pictures are among it; left out for none. */
  pictures?: number
}

/** One line of the ring of diagnostics. */
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

/** Small facts with a name: runner epoch, heartbeat, clock offset, pause. */
export interface Fact {
  name: string
  value: unknown
}

type RecordTables = { [Type in RecordType]: Table<Rows[Type], number> }

/** Alerts of premises, and answers to the prompts of a checklist: they came with schema 6. */
const laterStores = { alert: 'id, address_id', answer: 'id, area_id, inspection_id' }

/** Records of service: they came with schema 7. */
const serviceStores = { service: 'id, violation_id, address_id' }

/** The record types of the first schemas. */
const recordStores: Record<Exclude<RecordType, keyof typeof laterStores | keyof typeof serviceStores>, string> = {
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
}

const storeOf = (type: RecordType): string => ({ ...recordStores, ...laterStores, ...serviceStores })[type]

/** Everything that one person's device holds of one town. Nothing in it belongs to anyone else (I14). */
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
    // What the user made must survive a flat battery: every commit reaches the disk before it counts.
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      ...recordStores,
      shadows: '[type+id]',
      outbox: '++seq, &key, state, *touches, *needs',
      ids: '[type+local], &[type+server]',
      photos: 'id, form, [ownerType+ownerId], state',
      blobs: '[photo+part], photo',
      receipts: 'key, tick',
      drafts: 'form',
      packs: 'name',
      pulls: 'url',
      journal: '++n',
      meta: 'name',
      addressChunks: 'n',
    })
    // Two records made here may turn out to be one at the office: a unit typed twice, a contact known already.
    this.version(2).stores({ ids: '[type+local], [type+server]' })
    // What was looked at when, so that old records go; and unsent work sealed at sign-out, beside the plain tables so
    // that one transaction can put it in their place.
    this.version(3).stores({ looks: 'row, day', sealed: 'n' })
    // What was sent is kept for some days: the town may be restored from a backup that lacks it.
    this.version(4).stores({ sent: 'key, at' })
    // In which lists a row stands, and where: a list is read by the page, however many rows it has.
    this.version(5)
      .stores(Object.fromEntries(listedTypes.map((type) => [type, `${storeOf(type)}, *${listField}`])))
      .upgrade(enterIntoLists)
    this.version(6).stores(laterStores)
    this.version(7).stores(serviceStores)
    this.use(keepsListKeys)
  }

  /** The table of a record type, rows typed by it. */
  rows<Type extends RecordType>(type: Type): RecordTables[Type] {
    // Dexie keeps its tables by name; the names are the record types of `recordStores`.
    return this.table(type) as unknown as RecordTables[Type]
  }

  /** The table of a record type that is known only while running. */
  anyRows(type: RecordType): Table<AnyRow, number> {
    return this.table(type)
  }

  async fact<Value>(name: string, usual: Value): Promise<Value> {
    const row = await this.meta.get(name)
    // A fact is written and read under one name by one module, so its shape is known there.
    return row === undefined ? usual : (row.value as Value)
  }

  /** Several facts in one read. */
  async facts<Values extends Record<string, unknown>>(usual: Values): Promise<Values> {
    const names = Object.keys(usual)
    const rows = await this.meta.bulkGet(names)
    // Same names; as with one fact, the shape of each is known where it is asked for.
    return Object.fromEntries(names.map((name, at) => [name, (rows[at] ?? { value: usual[name] }).value])) as Values
  }

  async setFact(name: string, value: unknown): Promise<void> {
    await this.meta.put({ name, value })
  }
}

/** The name of a person's database. One for each town and user: a shared tablet never mixes two people's work (G-20). */
export const databaseName = (townId: string, userId: number) => `codesoft-${townId}-${userId}`
