import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { found } from '../errors.ts'
import { addresses, businesses } from '../store/town-tables.ts'
import { addressChip } from './address.ts'
import { type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, observed_at: _observed, ...columns } = getTableColumns(businesses)

/** By name, ignoring case; those without a name last (C-37). */
const byName: SQL[] = [sql`lower(${businesses.name})`, asc(businesses.id)]

const fromBusinesses = readingOf(businesses, byName, (tx) =>
  tx
    .select({ row: columns, address: addressChip })
    .from(businesses)
    .innerJoin(addresses, eq(addresses.id, businesses.address_id))
    .$dynamic(),
)

/** Businesses with their address. */
export const readBusinesses = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => {
  const rows = await fromBusinesses(tx, reading)
  return rows.map(({ row, address }) => ({ ...row, address }))
}

/** One business; 404 without. */
export const readBusiness = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readBusinesses(ask, { ids: [id] }))[0], 'Business')
