import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { fieldRecordColumns, idColumn, moment, recordColumns } from './columns.ts'

/** People who sign in (EN-01). Without a `password_hash` nobody can sign in as this user. */
export const users = pgTable(
  'users',
  {
    ...recordColumns(),
    email: text('email').notNull(),
    name: text('name'),
    phone: text('phone'),
    /** 0 Guest, 1 ONS, 2 OAS, 3 Admin (SH-07). */
    role: integer('role').notNull().default(0),
    active: boolean('active').notNull().default(true),
    password_hash: text('password_hash'),
    /**
     * Increased when the person is made inactive (by a trigger), so that earlier sessions never become valid again.
     */
    session_generation: integer('session_generation').notNull().default(0),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_role').on(table.role, table.active),
    check('users_role_known', sql`${table.role} between 0 and 3`),
  ],
)

/** The address book (EN-02), with the additional fields of the documented server. */
export const addresses = pgTable(
  'addresses',
  {
    ...recordColumns(),
    /** The number of this address in the import source. */
    pid: text('pid'),
    combadd: text('combadd'),
    property_name: text('property_name'),
    name: text('name'),
    aka: text('aka'),
    streetnumb: text('streetnumb'),
    streetname: text('streetname'),
    streettype: text('streettype'),
    premisezip: text('premisezip'),
    ownername: text('ownername'),
    owneraddress: text('owneraddress'),
    ownercity: text('ownercity'),
    ownerstate: text('ownerstate'),
    ownerzip: text('ownerzip'),
    owneroccupiedin: text('owneroccupiedin'),
    vacancy_status: text('vacancy_status'),
    vacant: text('vacant'),
    absent: text('absent'),
    district: text('district'),
    property_id: text('property_id'),
    landusecode: text('landusecode'),
    zoning: text('zoning'),
    property_type: text('property_type'),
    proptype: integer('proptype'),
    outstanding: boolean('outstanding'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** The text that the address search reads: `searchedText` of rules/address-match.ts, written in SQL (C-34). */
    search_text: text('search_text').generatedAlwaysAs(
      sql`search_line(combadd) || search_line(property_name) || search_line(aka) || search_line(ownername)`,
    ),
    /** The address in the form by which duplicates are found; null if blank. Made by `double_key` of the migrations. */
    double_key: text('double_key').generatedAlwaysAs(sql`double_key(combadd)`),
  },
  (table) => [
    index('addresses_double').on(table.double_key, table.id),
    index('addresses_search').using('gin', sql`${table.search_text} gin_trgm_ops`),
    index('addresses_newest').on(table.created_at.desc(), table.id.desc()),
    index('addresses_combadd').on(sql`lower(${table.combadd})`),
    index('addresses_pid').on(table.pid),
    index('addresses_property_id').on(table.property_id, table.id),
    index('addresses_vacancy').on(table.vacancy_status).where(sql`${table.vacancy_status} <> 'occupied'`),
    check('addresses_latitude_real', sql`${table.latitude} between -90 and 90`),
    check('addresses_longitude_real', sql`${table.longitude} between -180 and 180`),
  ],
)

/** Dwellings (EN-03); a number is unique for an address, ignoring case and outer spaces (C-25). */
export const units = pgTable(
  'units',
  {
    ...fieldRecordColumns(),
    number: text('number').notNull(),
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
  },
  (table) => [
    uniqueIndex('units_number').on(table.address_id, sql`lower(trim(${table.number}))`),
    check('units_number_filled', sql`trim(${table.number}) <> ''`),
  ],
)

/** People that the town deals with (EN-05). */
export const contacts = pgTable(
  'contacts',
  {
    ...fieldRecordColumns(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    notes: text('notes'),
    hidden: boolean('hidden').notNull().default(false),
  },
  (table) => [
    index('contacts_name').on(sql`lower(${table.name})`),
    index('contacts_email').on(sql`lower(${table.email})`),
    index('contacts_phone').on(sql`regexp_replace(${table.phone}, '[^0-9]', '', 'g')`),
    index('contacts_newest').on(table.created_at.desc(), table.id.desc()),
  ],
)

/** Which contact belongs to which address (AD-09, AD-10, CO-09). */
export const addressContacts = pgTable(
  'address_contacts',
  {
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
    contact_id: idColumn('contact_id')
      .notNull()
      .references(() => contacts.id),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.address_id, table.contact_id] }),
    index('address_contacts_contact').on(table.contact_id),
  ],
)

/** Businesses (EN-07); no unit means the whole building (CF-37). */
export const businesses = pgTable(
  'businesses',
  {
    ...fieldRecordColumns(),
    name: text('name'),
    trading_as: text('trading_as'),
    email: text('email'),
    phone: text('phone'),
    website: text('website'),
    address_id: idColumn('address_id')
      .notNull()
      .references(() => addresses.id),
    unit_id: idColumn('unit_id').references(() => units.id),
    is_closed: boolean('is_closed').notNull().default(false),
    opened_on: date('opened_on', { mode: 'string' }),
    employee_count: integer('employee_count'),
  },
  (table) => [
    index('businesses_name').on(sql`lower(${table.name})`),
    index('businesses_address').on(table.address_id),
    index('businesses_unit').on(table.unit_id),
    check('businesses_employee_count_real', sql`${table.employee_count} >= 0`),
  ],
)

/** Which contact belongs to which business (BU-06, BU-08). */
export const businessContacts = pgTable(
  'business_contacts',
  {
    business_id: idColumn('business_id')
      .notNull()
      .references(() => businesses.id),
    contact_id: idColumn('contact_id')
      .notNull()
      .references(() => contacts.id),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.business_id, table.contact_id] }),
    index('business_contacts_contact').on(table.contact_id),
  ],
)

/** Sections of the municipal code (EN-17). */
export const codes = pgTable(
  'codes',
  {
    ...recordColumns(),
    chapter: text('chapter').notNull(),
    section: text('section').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** No longer offered; records that refer to it keep it. */
    retired: boolean('retired').notNull().default(false),
  },
  (table) => [index('codes_place').on(table.chapter, table.section)],
)

/** Checklist templates (EN-11). */
export const rooms = pgTable('rooms', { ...recordColumns(), name: text('name').notNull() }, (table) => [
  index('rooms_name').on(sql`lower(${table.name})`),
])

/** The lines of a checklist (EN-11). They are deleted with their room (RM-06). */
export const prompts = pgTable(
  'prompts',
  {
    ...recordColumns(),
    content: text('content').notNull(),
    room_id: idColumn('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
  },
  (table) => [index('prompts_room').on(table.room_id)],
)
