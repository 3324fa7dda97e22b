import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { found } from '../errors.ts'
import { addresses, businesses } from '../store/town-tables.ts'
import { addressChip } from './address.ts'
import { narrow, type Reader, type Reading } from './page.ts'

const { created_by_key: _key, observed_at: _observed, ...columns } = getTableColumns(businesses)

/** By name, whatever the case; those without a name last (C-37). */
const byName: SQL[] = [sql`lower(${businesses.name})`, asc(businesses.id)]

/** Businesses with their address. */
export const readBusinesses = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await narrow(
    tx
      .select({ row: columns, address: addressChip })
      .from(businesses)
      .innerJoin(addresses, eq(addresses.id, businesses.address_id))
      .$dynamic(),
    reading,
    byName,
  )
  return rows.map(({ row, address }) => ({ ...row, address }))
}

/** One business; 404 without. */
export const readBusiness = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readBusinesses(ask, { where: eq(businesses.id, id) }))[0], 'Business')
