import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { violations } from './case-tables.ts'
import { fieldRecordColumns, idColumn, moment } from './columns.ts'
import { addresses, codes, users } from './town-tables.ts'
import { areas } from './visit-tables.ts'

/** Warnings about premises, our extension. A removed one stays, so that the log of changes has its record. */
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

/** Answers to checklist prompts, one for each prompt and area; our extension. */
export const promptAnswers = pgTable(
  'prompt_answers',
  {
    ...fieldRecordColumns(),
    area_id: idColumn('area_id')
      .notNull()
      .references(() => areas.id),
    /** Not a foreign key: if a prompt is deleted, its answers stay. */
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

/** How notices were served, our extension. Rows are only added; a voided one says why. */
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
    /** A PNG as a data URL. */
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

/** Words with the same meaning in searches of the code; our extension. */
export const codeSynonyms = pgTable('code_synonyms', {
  id: serial('id').primaryKey(),
  /** Lower-case, each once. */
  words: text('words').array().notNull(),
})

/** Frequent texts for observations; our extension. */
export const phrases = pgTable(
  'phrases',
  {
    id: serial('id').primaryKey(),
    text: text('text').notNull(),
    /** The name of its rooms; null: any. */
    room: text('room'),
    /** Its section; null: any. */
    code_id: idColumn('code_id').references(() => codes.id),
  },
  (table) => [index('phrases_code').on(table.code_id)],
)
