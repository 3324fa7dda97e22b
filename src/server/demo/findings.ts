import { areas, observationCodes, observations } from '../store/visit-tables.ts'
import { type DemoContext, insertAll, itemAt, type Place } from './demo-context.ts'
import { type Scene, scenes } from './pictures.ts'
import type { Visit } from './visits.ts'

/** An observation of the demo town, for pictures. */
export interface Finding {
  id: number
  scene: Scene
  content: string
  place: Place
  user_id: number
  created_at: Date
}

/** The text of an observation, and what its picture shows. */
const sights: readonly (readonly [Scene, string])[] = [
  ['peeling wall', 'Paint peels from the whole north wall, bare wood below.'],
  ['broken window', 'Left window broken and open to the rain.'],
  ['tall grass', 'Grass about fourteen inches high along the fence.'],
  ['leaking sink', 'Trap under the sink leaks; the cabinet floor is soft.'],
  ['smoke alarm', 'Smoke alarm hangs by its wire and does not sound.'],
  ['rubbish', 'Bags and an old sofa behind the bins.'],
  ['porch', 'Third step loose, rail missing on the left.'],
  ['damp corner', 'Dark spots in the corner above the tub, wet to the touch.'],
  ['outlet', 'Scorch marks around the lower outlet. Tenant told not to use it.'],
]

const goodSights = [
  'All in order.',
  'Clean and dry, window opens easily.',
  'Alarm sounds, date 2024.',
  'Repaired since the last visit.',
]

/** Adds areas and observations to visits that were begun: all in progress, and some finished ones. */
export const addFindings = async (context: DemoContext, visits: readonly Visit[]): Promise<Finding[]> => {
  const begun = visits.filter(({ status }) => status === 'In Progress' || status === 'Under Review')
  const finished = visits.filter(({ status, place }) => place && status === 'Completed').slice(-18)
  const findings: Finding[] = []
  for (const visit of [...begun, ...finished]) findings.push(...(await addFindingsOf(context, visit)))
  return findings
}

const addFindingsOf = async (context: DemoContext, visit: Visit): Promise<Finding[]> => {
  const { chance, tx, rooms } = context
  if (!visit.place) return []
  const { place } = visit
  const general = chance.some(rooms, chance.between(1, 3)).map((room) => ({ room, unit_id: null as number | null }))
  const inUnits = chance
    .some(place.units, chance.between(0, 3))
    .flatMap((unit_id) => chance.some(rooms, 2).map((room) => ({ room, unit_id })))
  const planned = [...general, ...inUnits]
  const when = { created_at: visit.updated_at, updated_at: visit.updated_at, observed_at: visit.updated_at }
  const areaIds = await insertAll(
    tx,
    areas,
    planned.map(({ room, unit_id }) => ({
      name: room.name,
      room_id: room.id,
      unit_id,
      notes: unit_id && chance.percent(30) ? 'Tenant was present.' : null,
      inspection_id: visit.id,
      ...when,
    })),
  )
  const user_id = visit.inspector_id ?? context.users.ons
  const seen = areaIds.flatMap((area_id) =>
    Array.from({ length: chance.between(1, 3) }, () => {
      const isBad = chance.percent(55)
      const [scene, content] = isBad ? chance.pick(sights) : ([scenes[0], chance.pick(goodSights)] as const)
      return { area_id, scene, content, potentialvio: isBad, user_id, ...when }
    }),
  )
  const ids = await insertAll(
    tx,
    observations,
    seen.map(({ scene: _, ...row }) => row),
  )
  const suspected = seen.flatMap(({ potentialvio }, n) =>
    potentialvio
      ? chance.some(context.codes, chance.between(1, 2)).map((code_id) => ({ observation_id: itemAt(ids, n), code_id }))
      : [],
  )
  if (suspected.length > 0) await tx.insert(observationCodes).values(suspected)
  return seen.map(({ scene, content, created_at }, n) => ({
    id: itemAt(ids, n),
    scene,
    content,
    place,
    user_id,
    created_at,
  }))
}
