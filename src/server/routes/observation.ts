import { and, eq } from 'drizzle-orm'
import { observations as calls } from '../../contract/observation.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { attachAll, requireFiles, uploadedOf } from '../files/attach.ts'
import { fieldCreationStamps, fieldRow, inserted, touchRow } from '../reading/created-row.ts'
import { readObservation, readObservations } from '../reading/observation.ts'
import { hangingOn, knownCodes, listOf } from '../reading/parents.ts'
import { areas, inspections, observationCodes, observations } from '../store/visit-tables.ts'

/** The calls on observations. The author is the session's user, whatever the body says. */
export const observationRoutes: readonly Route[] = [
  route(calls.potentialOf, async (ask) =>
    listOf(
      ask.tx,
      { table: inspections, id: ask.params.inspectionId, what: 'Inspection' },
      await readObservations(ask, {
        where: and(eq(areas.inspection_id, ask.params.inspectionId), observations.potentialvio),
      }),
    ),
  ),

  route(calls.ofArea, async (ask) =>
    listOf(
      ask.tx,
      { table: areas, id: ask.params.areaId, what: 'Area' },
      await readObservations(ask, { where: eq(observations.area_id, ask.params.areaId) }),
    ),
  ),

  // Hundreds of these arrive at a time, so known values of a new row are not read again.
  route(calls.add, async (ask) => {
    const { tx, params, body, user } = ask
    const known = await knownCodes(ask, body.codes)
    const { content, potentialvio } = body
    const values = { area_id: params.areaId, content, potentialvio, user_id: user.id, ...fieldCreationStamps(ask) }
    const insert = tx.insert(observations).values(values).returning()
    const row = inserted(await hangingOn(insert, { column: 'area_id', what: 'Area' }))
    if (known.length > 0)
      await tx.insert(observationCodes).values(known.map((code) => ({ observation_id: row.id, code_id: code.id })))
    return { ...fieldRow(row), codes: known, photos: [] }
  }),

  route(calls.flag, async (ask) => {
    const [changed] = await ask.tx
      .update(observations)
      .set({ potentialvio: ask.body.potentialvio, updated_at: ask.now })
      .where(eq(observations.id, ask.params.observationId))
      .returning({ id: observations.id })
    return readObservation(ask, found(changed, 'Observation').id)
  }),

  route(calls.addPhoto, async (ask) => {
    const owner = { type: 'observation', id: ask.params.observationId }
    requireFiles(ask)
    await touchRow(ask.tx, observations, owner.id, 'Observation')
    return uploadedOf(ask, await attachAll(ask, owner, { capture: ask.body.capture_metadata }))
  }),
]
