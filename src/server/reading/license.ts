import { eq, getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { licenses, permits } from '../store/case-tables.ts'
import { addresses } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { narrow, newest, type Reader, type Reading } from './page.ts'

const { created_by_key: _licenseKey, observed_at: _licenseSeen, ...licenseColumns } = getTableColumns(licenses)
const { created_by_key: _permitKey, observed_at: _permitSeen, ...permitColumns } = getTableColumns(permits)

/** Licences with their address. */
export const readLicenses = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await narrow(
    tx
      .select({ row: licenseColumns, combadd: addresses.combadd })
      .from(licenses)
      .leftJoin(addresses, eq(addresses.id, licenses.address_id))
      .$dynamic(),
    reading,
    newest(licenses),
  )
  return rows.map(({ row, combadd }) => ({ ...row, combadd }))
}

/** One licence; 404 without. */
export const readLicense = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readLicenses(ask, { where: eq(licenses.id, id) }))[0], 'License')

/** Permits with the address of their inspection. */
export const readPermits = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await narrow(
    tx
      .select({ row: permitColumns, address_id: inspections.address_id, combadd: addresses.combadd })
      .from(permits)
      .innerJoin(inspections, eq(inspections.id, permits.inspection_id))
      .leftJoin(addresses, eq(addresses.id, inspections.address_id))
      .$dynamic(),
    reading,
    newest(permits),
  )
  return rows.map(({ row, ...around }) => ({ ...row, ...around }))
}

/** One permit; 404 without. */
export const readPermit = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readPermits(ask, { where: eq(permits.id, id) }))[0], 'Permit')
