import type { Id } from '../contract/id.ts'
import { type Observation, observations } from '../contract/observation.ts'
import type { DeviceDatabase } from '../db/database.ts'
import type { Rows } from '../db/rows.ts'
import { writtenAt } from '../rules/written-at.ts'
import { groupOfArea } from './area.ts'
import { command } from './command.ts'
import { fileText, listQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

export const observationsOfArea = (areaId: Id) =>
  listQuery('observation', observations.ofArea, { areaId }, { scope: { area_id: areaId } })

/** The flagged observations of an inspection as a server lists them; the device adds its own. */
export const potentialOfInspection = (inspectionId: Id) =>
  listQuery('observation', observations.potentialOf, { inspectionId }, { answers: 'some' })

/** A flagged observation with the names of its place (RV-02). */
export interface SeenAt {
  observation: Observation
  area: Rows['area'] | undefined
  unit: Rows['unit'] | undefined
}

/** The potential violations of an inspection on this device, newest first (CI-05, RV-02). */
export async function potentialSeenIn(db: DeviceDatabase, inspectionId: Id): Promise<SeenAt[]> {
  const areas = await db.rows('area').where('inspection_id').equals(inspectionId).toArray()
  const rows = await db
    .rows('observation')
    .where('area_id')
    .anyOf(areas.map((it) => it.id))
    .toArray()
  const units = await db.rows('unit').bulkGet(areas.map((it) => it.unit_id ?? 0))
  const flagged = rows.filter((it) => it.potentialvio).sort((a, b) => newest(b).localeCompare(newest(a)))
  return flagged.map((observation) => {
    const at = areas.findIndex((it) => it.id === observation.area_id)
    return { observation, area: areas[at], unit: units[at] }
  })
}

const newest = (it: Observation) => writtenAt(it) ?? ''

const groupOfObservation = async (db: DeviceDatabase, { params }: { params: { observationId: Id } }) => {
  const row = await db.rows('observation').get(params.observationId)
  return row ? groupOfArea(db, row.area_id) : ('' as const)
}

export const addObservationPhoto = command(observations.addPhoto, {
  ownerOf: ({ observationId }) => ({ type: 'observation', id: observationId }),
  group: groupOfObservation,
  write: async () => undefined,
  async filesListedBy(db, { params }) {
    const row = await db.rows('observation').get(params.observationId)
    if (!row) return null
    const names = (reply: unknown) => namesOf(reply, params.observationId)
    return { query: observationsOfArea(row.area_id), names }
  },
  words: () => 'Photo of an observation',
})

/** The texts of an observation's photos in a list of observations. */
function namesOf(reply: unknown, id: Id): string[] {
  // The contract has checked the list in this call's answer.
  const row = (reply as Observation[]).find((it) => it.id === id)
  return (row?.photos ?? []).map(fileText)
}

/** What the inspector sees, with the codes it may violate and its photos (AR-10, AR-13). */
export const addObservation = command(observations.add, {
  makes: 'observation',
  uses: ['area', 'code'],
  group: (db, { params }) => groupOfArea(db, params.areaId),
  async write(db, { params, body, id, at }) {
    const codes = (await db.rows('code').bulkGet(body.codes)).filter((it) => it !== undefined)
    const chips = codes.map(({ id: code, chapter, section, name }) => ({ id: code, chapter, section, name }))
    const stamp = stampOf(body, at)
    await db
      .rows('observation')
      .put({ ...body, id, area_id: params.areaId, codes: chips, photos: [], observed_at: stamp, created_at: stamp })
  },
  listedIn: async (_, { params }) => observationsOfArea(params.areaId),
  // A documented server silently drops codes that it does not know, so they are not compared.
  knownBy: ({ body }) => ({ content: body.content, user_id: body.user_id }),
  words: ({ body }) => `Observation: ${body.content}`,
  photo: addObservationPhoto,
})

/** Sets or clears the flag; the last tap wins (AR-12). */
export const flagObservation = command(observations.flag, {
  changes: ({ observationId }) => ({ type: 'observation', id: observationId }),
  group: groupOfObservation,
  uses: ['area'],
  replaces: true,
  write: (db, { params, body }) => db.rows('observation').update(params.observationId, body),
  words: ({ body }) => (body.potentialvio ? 'Flagged as a potential violation' : 'No longer a potential violation'),
})
