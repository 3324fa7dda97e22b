import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { areas as calls, type NewArea } from '../../contract/area.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readArea, readAreas } from '../reading/area.ts'
import { fieldCreationStamps, fieldRow, inserted } from '../reading/created-row.ts'
import { assertUnitOf, holdAddress, listOf } from '../reading/parents.ts'
import type { Tx } from '../store/core-tables.ts'
import { areas, inspections } from '../store/visit-tables.ts'

/** The calls on areas; a unit of another address is 404. */
export const areaRoutes: readonly Route[] = [
  route(calls.ofInspection, async ({ tx, params }) =>
    listOf(
      tx,
      { table: inspections, id: params.inspectionId, what: 'Inspection' },
      await readAreas({ tx }, { where: eq(areas.inspection_id, params.inspectionId) }),
    ),
  ),

  route(calls.add, (ask) => addArea(ask, null)),

  route(calls.ofUnit, async ({ tx, params }) => {
    await assertUnitOfInspection(tx, params)
    return readAreas({ tx }, { where: inUnit(params) })
  }),

  route(calls.addToUnit, (ask) => addArea(ask, ask.params.unitId)),

  route(calls.countOfUnit, async ({ tx, params }) => {
    await assertUnitOfInspection(tx, params)
    return tx.$count(areas, inUnit(params))
  }),

  route(calls.one, (ask) => readArea(ask, ask.params.areaId)),
]

interface UnitOfInspection {
  inspectionId: number
  unitId: number
}

const inUnit = ({ inspectionId, unitId }: UnitOfInspection) =>
  and(eq(areas.inspection_id, inspectionId), eq(areas.unit_id, unitId))

const assertUnitOfInspection = async (tx: Tx, { inspectionId, unitId }: UnitOfInspection) =>
  assertUnitOf(tx, unitId, await addressOfInspection(tx, inspectionId))

const addressOfInspection = async (tx: Tx, id: number): Promise<number | null> => {
  const [inspection] = await tx
    .select({ address: inspections.address_id })
    .from(inspections)
    .where(eq(inspections.id, id))
  return found(inspection, 'Inspection').address
}

/** A general area without unit; both kinds take name, notes and room (C-27). */
const addArea = async (
  ask: CallContext & { params: { inspectionId: number }; body: z.output<typeof NewArea> },
  unitId: number | null,
) => {
  const { tx, params, body } = ask
  const address = await addressOfInspection(tx, params.inspectionId)
  if (unitId !== null) {
    if (address !== null) await holdAddress(tx, address)
    // The undo of a merge may have moved the inspection before its address was held.
    await assertUnitOfInspection(tx, { ...params, unitId })
  }
  const values = {
    name: body.name,
    notes: body.notes ?? null,
    room_id: body.room_id ?? null,
    inspection_id: params.inspectionId,
    unit_id: unitId,
    ...fieldCreationStamps(ask),
  }
  return fieldRow(inserted(await tx.insert(areas).values(values).returning()))
}
