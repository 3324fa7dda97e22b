import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { violations } from './case-tables.ts'
import { fieldRecordColumns, idColumn, moment } from './columns.ts'
import { addresses, codes, users } from './town-tables.ts'
import { areas } from './visit-tables.ts'

/** Warnings about premises: an extension of ours. A removed one stays, so that the log of changes has its record. */
export const premiseAlerts = pgTable(
  'premise_alerts',
  {
    ...fieldRecordColumns(),
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
    /** One of the contract's kinds. */
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    removed: boolean('removed').notNull().default(false),
    user_id: idColumn('user_id').references(() => users.id),
  },
  (table) => [
    index('premise_alerts_address').on(table.address_id),
    index('premise_alerts_user').on(table.user_id),
    check('premise_alerts_kind_known', sql`${table.kind} in ('dog', 'hostile', 'sharps', 'gate', 'other')`),
  ],
)

/** Answers to the prompts of a checklist, one for each prompt and area: an extension of ours. */
export const promptAnswers = pgTable(
  'prompt_answers',
  {
    ...fieldRecordColumns(),
    area_id: idColumn('area_id')
      .notNull()
      .references(() => areas.id),
    /** No reference: a prompt may be removed, and what was answered stays. */
    prompt_id: idColumn('prompt_id').notNull(),
    content: text('content').notNull(),
    /** Null once it was taken back. */
    answer: text('answer'),
    user_id: idColumn('user_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('prompt_answers_one').on(table.area_id, table.prompt_id),
    index('prompt_answers_user').on(table.user_id),
    check('prompt_answers_known', sql`${table.answer} in ('ok', 'problem', 'na')`),
  ],
)

/** How notices were served: an extension of ours. Rows are only added; a voided one says why. */
export const noticeServices = pgTable(
  'notice_services',
  {
    ...fieldRecordColumns(),
    violation_id: idColumn('violation_id')
      .notNull()
      .references(() => violations.id),
    /** One of the contract's ways. */
    how: text('how').notNull(),
    served_to: text('served_to').notNull(),
    note: text('note').notNull(),
    lat: doublePrecision('lat'),
    lng: doublePrecision('lng'),
    accuracy: doublePrecision('accuracy'),
    /** A PNG as a data address. */
    signature: text('signature'),
    user_id: idColumn('user_id').references(() => users.id),
    voided_at: moment('voided_at'),
    void_reason: text('void_reason'),
    voided_by: idColumn('voided_by').references(() => users.id),
  },
  (table) => [
    index('notice_services_violation').on(table.violation_id),
    index('notice_services_user').on(table.user_id),
    index('notice_services_voided_by').on(table.voided_by),
    check('notice_services_how_known', sql`${table.how} in ('posted', 'handed', 'mailed', 'refused')`),
  ],
)

/** Words of the trade that mean the same when the code is searched: an extension of ours. */
export const codeSynonyms = pgTable('code_synonyms', {
  id: serial('id').primaryKey(),
  /** Lower-case, each once. */
  words: text('words').array().notNull(),
})

/** Words for an observation that inspectors write often: an extension of ours. */
export const phrases = pgTable(
  'phrases',
  {
    id: serial('id').primaryKey(),
    text: text('text').notNull(),
    /** The name of the rooms that it is for; null: any. */
    room: text('room'),
    /** The section that it is about; null: any. */
    code_id: idColumn('code_id').references(() => codes.id),
  },
  (table) => [index('phrases_code').on(table.code_id)],
)
