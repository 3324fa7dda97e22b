import { bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** A moment: timestamptz, read and written as a Date, exact to the millisecond that the API shows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** A reference column; add `.references(...)`. */
export const idColumn = (name: string) => bigint(name, { mode: 'number' })

/** What every record carries: its id, its stamps and the Idempotency-Key that made it, kept for ever (G-07, G-08). */
export const recordColumns = () => ({
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  created_at: moment('created_at').notNull().defaultNow(),
  updated_at: moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
  created_by_key: text('created_by_key').unique(),
})

/** What a record made in the field carries besides: when it was written down there (G-18). */
export const fieldRecordColumns = () => ({ ...recordColumns(), observed_at: moment('observed_at') })
