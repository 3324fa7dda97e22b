import { getTableColumns } from 'drizzle-orm'
import { addresses } from '../store/town-tables.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { search_text: _searched, double_key: _double, created_by_key: _key, ...columns } = getTableColumns(addresses)

/** An address inside other records. */
export const addressChip = {
  id: addresses.id,
  combadd: addresses.combadd,
  property_name: addresses.property_name,
  aka: addresses.aka,
  ownername: addresses.ownername,
  latitude: addresses.latitude,
  longitude: addresses.longitude,
}

const fromAddresses = readingOf(addresses, newest(addresses), (tx) => tx.select(columns).from(addresses).$dynamic())

/** Whole addresses. */
export const readAddresses = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromAddresses(tx, reading)
