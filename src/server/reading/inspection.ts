import { eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { complaintSource } from '../../rules/inspection-source.ts'
import { found } from '../errors.ts'
import { addresses, contacts, users } from '../store/town-tables.ts'
import { inspections, plainStatusOf, statusSetAtOf } from '../store/visit-tables.ts'
import { addressChip } from './address.ts'
import { contactColumns } from './contact.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, comment: _comment, ...columns } = getTableColumns(inspections)
const inspector = alias(users, 'inspector')

const fromInspections = readingOf(inspections, newest(inspections), (tx) =>
  tx
    .select({
      ...columns,
      address: addressChip,
      inspector: { id: inspector.id, email: inspector.email, name: inspector.name, phone: inspector.phone },
      contact: contactColumns,
    })
    .from(inspections)
    .leftJoin(addresses, eq(addresses.id, inspections.address_id))
    .leftJoin(inspector, eq(inspector.id, inspections.inspector_id))
    .leftJoin(contacts, eq(contacts.id, inspections.contact_id))
    .$dynamic(),
)

/** Inspections and complaints with their address, inspector and contact, in one statement. */
export const readInspections = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromInspections(tx, reading)
  return rows.map(fieldRow)
}

/** One inspection or complaint; 404 without. */
export const readInspection = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readInspections(ask, { ids: [id] }))[0], 'Inspection')

const source = sql`lower(${inspections.source})`

/** Whether the inspection is a complaint (G-17). Ignores case, because older systems wrote it differently. */
export const isComplaint = eq(source, complaintSource.toLowerCase())
/** Whether it is not a complaint. */
export const isNoComplaint = ne(source, complaintSource.toLowerCase())

/** The status of an inspection in comparable form. */
export const plainStatus = plainStatusOf(inspections.status)

/** When that status was set. */
export const statusSetAt = statusSetAtOf(inspections)
