import { eq, getTableColumns, sql } from 'drizzle-orm'
import { found } from '../errors.ts'
import { photosOf } from '../files/attach.ts'
import { units } from '../store/town-tables.ts'
import { areas, observationCodes, observations } from '../store/visit-tables.ts'
import { codesOf } from './code.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, ...columns } = getTableColumns(observations)
const link = sql`(select code_id, observation_id as owner_id from ${observationCodes}) link`

const fromObservations = readingOf(observations, newest(observations), (tx) =>
  tx
    .select({
      ...columns,
      codes: codesOf(link, observations.id),
      inspection_id: areas.inspection_id,
      area_name: areas.name,
      unit_id: areas.unit_id,
      unit_number: units.number,
    })
    .from(observations)
    .innerJoin(areas, eq(areas.id, observations.area_id))
    .leftJoin(units, eq(units.id, areas.unit_id))
    .$dynamic(),
)

/** Observations with their place, code sections and photos: two statements, however many there are. */
export const readObservations = async (ask: Reader, reading: Reading) => {
  const rows = await fromObservations(ask.tx, reading)
  const photos = await photosOf(
    ask,
    'observation',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...fieldRow(row), photos: photos.get(row.id) ?? [] }))
}

/** One observation; 404 without. */
export const readObservation = async (ask: Reader, id: number) =>
  found((await readObservations(ask, { ids: [id] }))[0], 'Observation')
