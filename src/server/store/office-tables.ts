import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Named URLs of lists, and whether colleagues see them. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id').notNull(),
    page: text('page').notNull(),
    search: text('search').notNull(),
    name: text('name').notNull(),
    shared: boolean('shared').notNull(),
    created_at: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.user_id, table.page, sql`lower(${table.name})`)],
)

/** An Admin's order for a person's device. A new sign-in there cancels it. */
export const deviceOrders = pgTable(
  'device_orders',
  {
    user_id: integer('user_id').notNull(),
    device: text('device').notNull(),
    /** True if the records are deleted at the next contact; otherwise only the session has ended. */
    clears: boolean('clears').notNull(),
    ordered_at: moment('ordered_at').notNull(),
    ordered_by: integer('ordered_by').notNull(),
    /** When the device was first told to clear itself. */
    told_at: moment('told_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device] })],
)

/**
 * The town's settings from the app, by their names in the contract, as JSON. Other settings come from the environment.
 */
export const townSettings = pgTable('town_settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  updated_at: moment('updated_at').notNull(),
  updated_by: integer('updated_by').notNull(),
})
