import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** A schema apart from the tables of a town, so that one database can serve as either. */
const front = pgSchema('front')

/** Each start of a front. Its number identifies the calls that were under way when it died. */
export const generations = front.table('generations', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  started_at: moment('started_at').notNull(),
})

/** The state of a key: a `free` one keeps nothing but `late_until`. */
type KeyState = 'forwarding' | 'answered' | 'unknown' | 'free'

/** One changing call and its key, stored before the call is forwarded; its answer is added afterwards. */
export const frontKeys = front.table(
  'keys',
  {
    /** The owner of the key: two people may use the same key. */
    who: text('who').notNull(),
    key: text('key').notNull(),
    request_hash: text('request_hash').notNull(),
    /** 'POST /areas/7/observations'. */
    call: text('call').notNull(),
    state: text('state').notNull().$type<KeyState>(),
    generation: integer('generation').notNull(),
    /** Whether a second attempt creates a second record. */
    makes: boolean('makes').notNull(),
    /** Ids in the list of its kind before the first attempt; null when that could not be read. */
    stood: jsonb('stood').$type<number[]>(),
    /** The number of times that the outcome was unknown, which is the number of the last doubt. */
    doubts: integer('doubts').notNull(),
    /** The last doubt that the sender has looked into. */
    looked: integer('looked').notNull(),
    /** The front died while the call was under way, so nobody knows when its last byte was sent. */
    front_died: boolean('front_died').notNull(),
    /** For a change: the resource, and until when an unanswered attempt may still be carried out. */
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
