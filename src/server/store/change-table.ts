import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, xid8 } from './columns.ts'

/**
 * The last change of every record, written by triggers in the migrations: one row per record, deleted ones stay as
 * tombstones (G-09). `transaction` is the number of the transaction that changed it. A reader that takes rows with
 * `since <= transaction < pg_snapshot_xmin(pg_current_snapshot())`, and goes on from that xmin, misses nothing,
 * however late a slow transaction commits: the cursor follows commits, not clocks.
 */
export const changes = pgTable(
  'changes',
  {
    /** A record type of the contract. */
    record_type: text('record_type').notNull(),
    record_id: idColumn('record_id').notNull(),
    transaction: xid8('transaction').notNull().default(sql`pg_current_xact_id()`),
    deleted: boolean('deleted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.record_type, table.record_id] }),
    index('changes_cursor').on(table.transaction, table.record_type, table.record_id),
  ],
)
