import { eq, getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { licenses, permits } from '../store/case-tables.ts'
import { addresses } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _licenseKey, observed_at: _licenseSeen, ...licenseColumns } = getTableColumns(licenses)
const { created_by_key: _permitKey, observed_at: _permitSeen, ...permitColumns } = getTableColumns(permits)

const fromLicenses = readingOf(licenses, newest(licenses), (tx) =>
  tx
    .select({ row: licenseColumns, combadd: addresses.combadd, unit_id: inspections.unit_id })
    .from(licenses)
    .leftJoin(addresses, eq(addresses.id, licenses.address_id))
    .leftJoin(inspections, eq(inspections.id, licenses.inspection_id))
    .$dynamic(),
)

/** Licences with their address, and the unit of their inspection. */
export const readLicenses = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromLicenses(tx, reading)
  return rows.map(({ row, ...around }) => ({ ...row, ...around }))
}

/** One licence; 404 without. */
export const readLicense = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readLicenses(ask, { ids: [id] }))[0], 'License')

/** The id of an inspection's licence: it has one at most (G-02). */
export const licenseOfInspection = async (tx: Reader['tx'], inspectionId: number | null | undefined) => {
  if (!inspectionId) return undefined
  const ofInspection = eq(licenses.inspection_id, inspectionId)
  const [standing] = await tx.select({ id: licenses.id }).from(licenses).where(ofInspection)
  return standing?.id
}

/** The id of an inspection's permit: it has one at most (G-02). */
export const permitOfInspection = async (tx: Reader['tx'], inspectionId: number) => {
  const ofInspection = eq(permits.inspection_id, inspectionId)
  const [standing] = await tx.select({ id: permits.id }).from(permits).where(ofInspection)
  return standing?.id
}

const fromPermits = readingOf(permits, newest(permits), (tx) =>
  tx
    .select({ row: permitColumns, address_id: inspections.address_id, combadd: addresses.combadd })
    .from(permits)
    .innerJoin(inspections, eq(inspections.id, permits.inspection_id))
    .leftJoin(addresses, eq(addresses.id, inspections.address_id))
    .$dynamic(),
)

/** Permits with the address of their inspection. */
export const readPermits = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromPermits(tx, reading)
  return rows.map(({ row, ...around }) => ({ ...row, ...around }))
}

/** One permit; 404 without. */
export const readPermit = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readPermits(ask, { ids: [id] }))[0], 'Permit')
