import { getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { areas } from '../store/visit-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, ...columns } = getTableColumns(areas)

const fromAreas = readingOf(areas, newest(areas), (tx) => tx.select(columns).from(areas).$dynamic())

/** Areas of inspections. */
export const readAreas = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  (await fromAreas(tx, reading)).map(fieldRow)

/** One area; 404 without. */
export const readArea = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readAreas(ask, { ids: [id] }))[0], 'Area')
