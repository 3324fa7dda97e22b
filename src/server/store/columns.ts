import { bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment: timestamptz, read and written as a Date, precise to the millisecond, as in the API. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A reference column; add `.references(...)`. */
export const idColumn = (name: string) => bigint(name, { mode: 'number' })

/**
 * The columns of every record: its id, its stamps and the Idempotency-Key that made it, stored for ever (G-07, G-08).
 */
export const recordColumns = () => ({
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  created_at: moment('created_at').notNull().defaultNow(),
  updated_at: moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
  created_by_key: text('created_by_key').unique(),
})

/** Additional for records made in the field: when it was written there (G-18). */
export const fieldRecordColumns = () => ({ ...recordColumns(), observed_at: moment('observed_at') })
