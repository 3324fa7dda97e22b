import { bigint, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { idColumn, moment } from './columns.ts'

/** A row as it was, by column. */
export type StoredRow = Record<string, unknown>

/** What a merge removed and an undo restores. */
interface TakenAway {
  /** The whole rows of the merged record and of its duplicate units. */
  rows: { table: string; type: string; row: StoredRow }[]
  /** The linked contacts. `isMade`: the merge created the survivor's link. */
  links: { table: string; other_id: number; created_at: string; isMade: boolean }[]
  /** The survivor's fields whose values were replaced. */
  before: StoredRow
  after: StoredRow
}

/** Merges and transfers: what was done, and the data for undoing it. */
export const merges = pgTable(
  'merges',
  {
    id: serial('id').primaryKey(),
    /** 'contact', 'business', 'address' or 'transfer'. */
    kind: text('kind').notNull(),
    /** The record that stays, or the person who got the work. */
    winner_id: idColumn('winner_id').notNull(),
    /** The record that is gone, or the person who had the work. */
    loser_id: idColumn('loser_id').notNull(),
    winner_name: text('winner_name').notNull(),
    loser_name: text('loser_name').notNull(),
    made_at: moment('made_at').notNull(),
    made_by: integer('made_by').notNull(),
    undone_at: moment('undone_at'),
    undone_by: integer('undone_by'),
    /** The number of moved rows by table. */
    counts: jsonb('counts').notNull().$type<Record<string, number>>(),
    taken: jsonb('taken').notNull().$type<TakenAway>(),
    /** What the undo could not restore, in words. */
    left_words: text('left_words').array().notNull().default([]),
  },
  (table) => [
    index('merges_made').on(table.made_at.desc(), table.id.desc()),
    index('merges_loser').on(table.kind, table.loser_id),
  ],
)

/** Each reference changed by a merge or a transfer. */
export const mergeMoves = pgTable(
  'merge_moves',
  {
    merge_id: integer('merge_id')
      .notNull()
      .references(() => merges.id),
    in_table: text('in_table').notNull(),
    in_column: text('in_column').notNull(),
    record_id: bigint('record_id', { mode: 'number' }).notNull(),
    from_id: idColumn('from_id').notNull(),
    to_id: idColumn('to_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.merge_id, table.in_table, table.in_column, table.record_id] })],
)

/** Merged records and their survivors. Calls about a merged record are carried out on its survivor. */
export const mergedRecords = pgTable(
  'merged_records',
  {
    /** A record type of the contract. */
    record_type: text('record_type').notNull(),
    record_id: idColumn('record_id').notNull(),
    into_id: idColumn('into_id').notNull(),
    merge_id: integer('merge_id')
      .notNull()
      .references(() => merges.id),
  },
  (table) => [
    primaryKey({ columns: [table.record_type, table.record_id] }),
    index('merged_records_merge').on(table.merge_id),
  ],
)

/** Pairs that the office has marked as not the same, so that they are not proposed again. */
export const dismissedDoubles = pgTable(
  'dismissed_doubles',
  {
    /** 'contact', 'business' or 'address'. */
    kind: text('kind').notNull(),
    /** The smaller id of the two. Not a foreign key: a record may have been merged since, and may come back. */
    first_id: idColumn('first_id').notNull(),
    second_id: idColumn('second_id').notNull(),
    made_at: moment('made_at').notNull(),
    made_by: integer('made_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.first_id, table.second_id] }),
    index('dismissed_doubles_made').on(table.made_at.desc()),
  ],
)
