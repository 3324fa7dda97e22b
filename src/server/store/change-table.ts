import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn } from './columns.ts'

/**
 * The last change of every record, written by triggers in the migrations. One row for each record; deleted ones stay
 * as tombstones (G-09). Read it with `changesSince`, whose cursor follows commits: a position is assigned when a row
 * changes, but visible only when its transaction commits.
 */
export const changes = pgTable(
  'changes',
  {
    /** A record type of the contract. */
    record_type: text('record_type').notNull(),
    record_id: idColumn('record_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    deleted: boolean('deleted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.record_type, table.record_id] }),
    index('changes_cursor').on(table.position, table.record_type, table.record_id),
  ],
)
