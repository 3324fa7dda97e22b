import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fieldRecordColumns, idColumn, moment } from './columns.ts'
import { addresses, businesses, codes, contacts, units, users } from './town-tables.ts'
import { inspections } from './visit-tables.ts'

/** Violations (EN-13). `user_id` is the assignee. The deadline is a choice; its date is computed, never stored. */
export const violations = pgTable(
  'violations',
  {
    ...fieldRecordColumns(),
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    business_id: idColumn('business_id').references(() => businesses.id),
    inspection_id: idColumn('inspection_id').references(() => inspections.id),
    user_id: idColumn('user_id').references(() => users.id),
    /** 'doorhanger' or 'Formal Notice' (CF-04). */
    violation_type: text('violation_type').notNull().default('doorhanger'),
    description: text('description'),
    comment: text('comment'),
    /** One of the six choices of CF-03. */
    deadline: text('deadline').notNull().default('Immediate'),
    /** Days added to the choice (VD-03). */
    extend: integer('extend').notNull().default(0),
    /** 0 Current, 1 Resolved, 2 Pending Trial, 3 Dismissed (VL-02). */
    status: integer('status').notNull().default(0),
    closed_at: moment('closed_at'),
  },
  (table) => [
    index('violations_newest').on(table.created_at.desc(), table.id.desc()),
    index('violations_address').on(table.address_id, table.status),
    index('violations_unit').on(table.unit_id),
    index('violations_business').on(table.business_id),
    index('violations_inspection').on(table.inspection_id),
    index('violations_user').on(table.user_id, table.status),
    index('violations_open').on(table.updated_at.desc()).where(sql`${table.status} = 0`),
    // For open violations of any age, and for the end of the others: reading/statistics.ts uses the same expressions.
    index('violations_unended').on(table.created_at).where(sql`${table.status} in (0, 2)`),
    index('violations_ended')
      .on(sql`coalesce(${table.closed_at}, ${table.updated_at})`)
      .where(sql`${table.status} in (1, 3)`),
    check(
      'violations_deadline_known',
      sql`${table.deadline} in ('Immediate', '1 day', '3 days', '7 days', '14 days', '30 days')`,
    ),
    check('violations_status_known', sql`${table.status} between 0 and 3`),
    check('violations_extend_real', sql`${table.extend} >= 0`),
  ],
)

/** The code sections of a violation. */
export const violationCodes = pgTable(
  'violation_codes',
  {
    violation_id: idColumn('violation_id')
      .notNull()
      .references(() => violations.id),
    code_id: idColumn('code_id')
      .notNull()
      .references(() => codes.id),
  },
  (table) => [
    primaryKey({ columns: [table.violation_id, table.code_id] }),
    index('violation_codes_code').on(table.code_id),
  ],
)

/** The thread of a violation (VD-12). */
export const violationComments = pgTable(
  'violation_comments',
  {
    ...fieldRecordColumns(),
    violation_id: idColumn('violation_id')
      .notNull()
      .references(() => violations.id),
    user_id: idColumn('user_id').references(() => users.id),
    content: text('content').notNull(),
  },
  (table) => [
    index('violation_comments_violation').on(table.violation_id),
    index('violation_comments_user').on(table.user_id, table.created_at),
  ],
)

/** Citations (EN-14). */
export const citations = pgTable(
  'citations',
  {
    ...fieldRecordColumns(),
    /** The number on the paper; free text, may be missing (CT-10). */
    citationid: text('citationid'),
    violation_id: idColumn('violation_id')
      .notNull()
      .references(() => violations.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    code_id: idColumn('code_id').references(() => codes.id),
    user_id: idColumn('user_id').references(() => users.id),
    /** Dollars. */
    fine: numeric('fine', { precision: 12, scale: 2, mode: 'number' }),
    deadline: date('deadline', { mode: 'string' }),
    trial_date: date('trial_date', { mode: 'string' }),
    /** 0 Unpaid, 1 Paid, 2 Pending Trial, 3 Dismissed (CT-05). */
    status: integer('status').notNull().default(0),
  },
  (table) => [
    index('citations_newest').on(table.created_at.desc(), table.id.desc()),
    index('citations_violation').on(table.violation_id),
    index('citations_unit').on(table.unit_id),
    index('citations_code').on(table.code_id),
    index('citations_user').on(table.user_id, table.created_at),
    check('citations_status_known', sql`${table.status} between 0 and 3`),
    check('citations_fine_real', sql`${table.fine} >= 0`),
  ],
)

/** Comments on an address or on a unit of it (EN-04). */
export const comments = pgTable(
  'comments',
  {
    ...fieldRecordColumns(),
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    user_id: idColumn('user_id').references(() => users.id),
    content: text('content').notNull(),
    review_later: boolean('review_later').notNull().default(false),
  },
  (table) => [
    index('comments_newest').on(table.created_at.desc(), table.id.desc()),
    index('comments_address').on(table.address_id, table.created_at.desc()),
    index('comments_unit').on(table.unit_id),
    index('comments_user').on(table.user_id, table.created_at),
  ],
)

/** Comments on a contact (EN-06). */
export const contactComments = pgTable(
  'contact_comments',
  {
    ...fieldRecordColumns(),
    contact_id: idColumn('contact_id')
      .notNull()
      .references(() => contacts.id),
    user_id: idColumn('user_id').references(() => users.id),
    comment: text('comment').notNull(),
  },
  (table) => [
    index('contact_comments_contact').on(table.contact_id),
    index('contact_comments_user').on(table.user_id, table.created_at),
  ],
)

/** Licences (EN-15). An inspection creates one at most (G-02), and a licence needs no inspection (C-31). */
export const licenses = pgTable(
  'licenses',
  {
    ...fieldRecordColumns(),
    /** 1 Business, 2 Single Family, 3 Multifamily; 0 also reads as Business (LC-03). */
    license_type: integer('license_type').notNull(),
    license_number: text('license_number'),
    inspection_id: idColumn('inspection_id').references(() => inspections.id),
    address_id: idColumn('address_id').references(() => addresses.id),
    business_id: idColumn('business_id').references(() => businesses.id),
    paid: boolean('paid').notNull().default(false),
    sent: boolean('sent').notNull().default(false),
    revoked: boolean('revoked').notNull().default(false),
    date_issued: date('date_issued', { mode: 'string' }),
    expiration_date: date('expiration_date', { mode: 'string' }),
    /** '2026-2027'. */
    fiscal_year: text('fiscal_year'),
    conditions: text('conditions'),
  },
  (table) => [
    index('licenses_newest').on(table.created_at.desc(), table.id.desc()),
    uniqueIndex('licenses_number').on(sql`lower(trim(${table.license_number}))`),
    uniqueIndex('licenses_inspection').on(table.inspection_id),
    index('licenses_address').on(table.address_id),
    index('licenses_business').on(table.business_id),
    index('licenses_needing_action').on(table.created_at.desc()).where(sql`not ${table.paid} or not ${table.sent}`),
    check('licenses_type_known', sql`${table.license_type} between 0 and 3`),
  ],
)

/** Permits (EN-16), made from inspections, one for each (PM-02). */
export const permits = pgTable(
  'permits',
  {
    ...fieldRecordColumns(),
    permit_type: text('permit_type'),
    permit_number: text('permit_number'),
    inspection_id: idColumn('inspection_id')
      .notNull()
      .references(() => inspections.id),
    business_id: idColumn('business_id').references(() => businesses.id),
    paid: boolean('paid').notNull().default(false),
    date_issued: date('date_issued', { mode: 'string' }),
    expiration_date: date('expiration_date', { mode: 'string' }),
    conditions: text('conditions'),
  },
  (table) => [
    index('permits_newest').on(table.created_at.desc(), table.id.desc()),
    uniqueIndex('permits_inspection').on(table.inspection_id),
    index('permits_business').on(table.business_id),
  ],
)
