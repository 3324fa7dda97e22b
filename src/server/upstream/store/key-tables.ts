import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Apart from the tables of a town, so that one database may have served as either. */
const front = pgSchema('front')

/** Each start of a front: what one left on its way when it died is known by its number. */
export const generations = front.table('generations', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  started_at: moment('started_at').notNull(),
})

/** What is known of a key: `free` leaves nothing behind but `late_until`. */
type KeyState = 'forwarding' | 'answered' | 'unknown' | 'free'

/** One unsafe call under its key: written before it is passed on, with its answer afterwards. */
export const frontKeys = front.table(
  'keys',
  {
    /** Whose key it is: two people may have the same. */
    who: text('who').notNull(),
    key: text('key').notNull(),
    request_hash: text('request_hash').notNull(),
    /** 'POST /areas/7/observations'. */
    call: text('call').notNull(),
    state: text('state').notNull().$type<KeyState>(),
    generation: integer('generation').notNull(),
    /** A second sending of it makes a second record. */
    makes: boolean('makes').notNull(),
    /** Ids that stood in the list of its kind before it was first passed on; null where that could not be read. */
    stood: jsonb('stood').$type<number[]>(),
    /** How often nobody knew what became of it: the number of the last doubt. */
    doubts: integer('doubts').notNull(),
    /** The last number that its sender has named as looked into. */
    looked: integer('looked').notNull(),
    /** The front died while the call was on its way, so nobody knows when its last byte left. */
    front_died: boolean('front_died').notNull(),
    /** For a change: what it changes, and until when an unanswered sending may still be carried out. */
    resource: text('resource'),
    late_until: moment('late_until'),
    status: integer('status'),
    answer: bytea('answer'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    created_at: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.who, table.key] }),
    index('front_keys_age').on(table.created_at),
    index('front_keys_late').on(table.resource, table.late_until).where(sql`late_until is not null`),
    index('front_keys_under_way').on(table.generation).where(sql`state = 'forwarding'`),
  ],
)
