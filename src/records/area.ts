import { areas } from '../contract/area.ts'
import type { Id } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { type RowName, rowName } from '../db/outbox.ts'
import { command } from './command.ts'
import { listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

/** All areas of an inspection, including those of its units. */
export const areasOfInspection = (inspectionId: Id) =>
  listQuery('area', areas.ofInspection, { inspectionId }, { scope: { inspection_id: inspectionId } })

export const areasOfUnit = (inspectionId: Id, unitId: Id) =>
  listQuery('area', areas.ofUnit, { inspectionId, unitId }, { scope: { inspection_id: inspectionId, unit_id: unitId } })

export const areaById = (areaId: Id) => oneQuery('area', areas.one, { areaId }, areaId)

const group = async (_: unknown, { params }: { params: { inspectionId: Id } }) =>
  rowName('inspection', params.inspectionId)

/** Everything in an area belongs to its inspection; '' if the area is not on this device. */
export const groupOfArea = async (db: DeviceDatabase, areaId: Id): Promise<RowName | ''> => {
  const area = await db.rows('area').get(areaId)
  return area ? rowName('inspection', area.inspection_id) : ''
}

/** A general area, which belongs to no unit (CI-10). */
export const addArea = command(areas.add, {
  makes: 'area',
  uses: [],
  group,
  write: (db, { params, body, id, at }) =>
    db.rows('area').put({
      id,
      inspection_id: params.inspectionId,
      unit_id: null,
      name: body.name,
      notes: body.notes ?? null,
      room_id: body.room_id ?? null,
      created_at: stampOf(body, at),
    }),
  listedIn: async (_, { params }) => areasOfInspection(params.inspectionId),
  knownBy: ({ body }) => ({ name: body.name, notes: body.notes ?? null, unit_id: null }),
  words: ({ body }) => `Area ${body.name}`,
})

/** An area of a unit (AR-01). */
export const addUnitArea = command(areas.addToUnit, {
  makes: 'area',
  uses: [],
  group,
  write: (db, { params, body, id, at }) =>
    db.rows('area').put({
      id,
      inspection_id: params.inspectionId,
      unit_id: params.unitId,
      name: body.name,
      notes: body.notes ?? null,
      room_id: body.room_id ?? null,
      created_at: stampOf(body, at),
    }),
  listedIn: async (_, { params }) => areasOfUnit(params.inspectionId, params.unitId),
  knownBy: ({ params, body }) => ({ name: body.name, notes: body.notes ?? null, unit_id: params.unitId }),
  words: ({ body }) => `Area ${body.name}`,
})
