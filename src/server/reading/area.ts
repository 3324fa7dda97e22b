import { eq, getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { areas } from '../store/visit-tables.ts'
import { fieldRow } from './created-row.ts'
import { narrow, newest, type Reader, type Reading } from './page.ts'

const { created_by_key: _key, ...columns } = getTableColumns(areas)

/** Areas of inspections. */
export const readAreas = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  (await narrow(tx.select(columns).from(areas).$dynamic(), reading, newest(areas))).map(fieldRow)

/** One area; 404 without. */
export const readArea = async (ask: Pick<Reader, 'tx'>, id: number) =>
  found((await readAreas(ask, { where: eq(areas.id, id) }))[0], 'Area')
