import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { fieldRecordColumns, idColumn, moment } from './columns.ts'
import { addresses, businesses, codes, contacts, rooms, units, users } from './town-tables.ts'

/** A stored status in comparable form: lower-case, with one space for each run of spaces, hyphens and underscores. */
export const plainStatusOf = (status: SQLWrapper) =>
  sql`trim(regexp_replace(lower(coalesce(${status}, '')), '[[:space:]_-]+', ' ', 'g'))`

/** When the status of an inspection was set; an imported one only has its last change (rules/visited-at.ts). */
export const statusSetAtOf = (it: { status_at: SQLWrapper; updated_at: SQLWrapper }) =>
  sql`coalesce(${it.status_at}, ${it.updated_at})`

/** Inspections and complaints (EN-08). A complaint has the source "Complaint". */
export const inspections = pgTable(
  'inspections',
  {
    ...fieldRecordColumns(),
    /** One of the five texts of CF-25, or an older system's text. */
    source: text('source').notNull(),
    /** Free text (C-08); null means not yet conducted (CI-03). */
    status: text('status'),
    /** When the status was set, in the field if that is known; null if it was never set here. */
    status_at: moment('status_at'),
    /** What the last change of status created, or why it could not (II-05). */
    status_message: text('status_message'),
    description: text('description'),
    comment: text('comment'),
    paid: boolean('paid').notNull().default(false),
    /** Wall time in the town's zone, 'YYYY-MM-DDTHH:MM:SS' (C-23). */
    scheduled_datetime: text('scheduled_datetime'),
    /** Null if a complaint names no address (C-20). */
    address_id: idColumn('address_id').references(() => addresses.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    business_id: idColumn('business_id').references(() => businesses.id),
    inspector_id: idColumn('inspector_id').references(() => users.id),
    contact_id: idColumn('contact_id').references(() => contacts.id),
  },
  (table) => [
    index('inspections_newest').on(table.created_at.desc(), table.id.desc()),
    index('inspections_updated').on(table.updated_at),
    index('inspections_status_set').on(statusSetAtOf(table)),
    index('inspections_address').on(table.address_id),
    index('inspections_unit').on(table.unit_id),
    index('inspections_business').on(table.business_id),
    index('inspections_inspector').on(table.inspector_id, table.status),
    index('inspections_contact').on(table.contact_id),
    // For an inspector's open work, however long the history is: reading/inspection.ts uses the same expression.
    index('inspections_pending').on(table.inspector_id, plainStatusOf(table.status)),
    index('inspections_source').on(sql`lower(${table.source})`, table.created_at.desc()),
    check(
      'inspections_scheduled_wall_time',
      sql`${table.scheduled_datetime} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?$'`,
    ),
  ],
)

/** Parts of a building under inspection (EN-10); `unit_id` is null for a general area. */
export const areas = pgTable(
  'areas',
  {
    ...fieldRecordColumns(),
    name: text('name').notNull(),
    notes: text('notes'),
    inspection_id: idColumn('inspection_id')
      .notNull()
      .references(() => inspections.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    room_id: idColumn('room_id').references(() => rooms.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('areas_inspection').on(table.inspection_id, table.unit_id),
    index('areas_unit').on(table.unit_id),
    index('areas_room').on(table.room_id),
  ],
)

/** What an inspector saw (EN-12). */
export const observations = pgTable(
  'observations',
  {
    ...fieldRecordColumns(),
    area_id: idColumn('area_id')
      .notNull()
      .references(() => areas.id),
    content: text('content').notNull(),
    potentialvio: boolean('potentialvio').notNull().default(false),
    user_id: idColumn('user_id').references(() => users.id),
  },
  (table) => [
    index('observations_area').on(table.area_id),
    index('observations_user').on(table.user_id),
    index('observations_potential').on(table.area_id).where(sql`${table.potentialvio}`),
  ],
)

/** The code sections suspected in an observation (AR-13). */
export const observationCodes = pgTable(
  'observation_codes',
  {
    observation_id: idColumn('observation_id')
      .notNull()
      .references(() => observations.id),
    code_id: idColumn('code_id')
      .notNull()
      .references(() => codes.id),
  },
  (table) => [
    primaryKey({ columns: [table.observation_id, table.code_id] }),
    index('observation_codes_code').on(table.code_id),
  ],
)
