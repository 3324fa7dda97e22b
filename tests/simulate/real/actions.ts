import { addUnitArea } from '../../../src/records/area.ts'
import { setInspectionStatus } from '../../../src/records/inspection.ts'
import { addObservation } from '../../../src/records/observation.ts'
import { addUnit } from '../../../src/records/unit.ts'
import { addViolation } from '../../../src/records/violation.ts'
import { perform } from '../../../src/sync/capture/perform.ts'
import { takeIn } from '../../../src/sync/capture/take-in.ts'
import type { Shrink } from '../../../src/sync/device/shrunk.ts'
import type { Tab } from '../world/tab.ts'
import { areas, endStatus, observations, pictureIn, pictureOf, type Town, units } from './plan.ts'

interface Row {
  id: number
  [field: string]: unknown
}

/** The inspector's state: the town, ids of screens that are still open, and pictures that count as saved. */
export interface InspectorState {
  town: Town
  ids: Map<string, number>
  taken: Map<string, number>
}

/** One action of the inspector, and whether the device shows it as done. */
export interface Action {
  name: string
  does(tab: Tab, mind: InspectorState): Promise<void>
  isShown(tab: Tab, mind: InspectorState): boolean
}

const shown = (tab: Tab, type: string, field: string, value: unknown): Row | undefined =>
  tab.phone.disk.rows<Row>(tab.db.name, type).find((it) => it[field] === value)

/** The id of the screen that is still open, which may be a local one; else the id that the device shows. */
const idOf = (tab: Tab, { ids }: InspectorState, type: string, field: string, value: string): number =>
  ids.get(`${type} ${value}`) ?? shown(tab, type, field, value)?.id ?? 0

/** Shrinks as the photo worker of a page does: one smaller copy is sent, and a smaller one is shown in lists. */
const shrinkWith =
  (jpeg: Uint8Array): Shrink =>
  async (bytes) => {
    const part = (name: 'web' | 'thumb') => ({
      bytes: Uint8Array.from(pictureOf(jpeg, pictureIn(bytes), name)).buffer,
      type: 'image/jpeg',
    })
    return { kind: 'shrunk', web: { ...part('web'), width: 8, height: 8 }, thumb: part('thumb') }
  }

/** A page that can shrink pictures. */
export const withShrink = (tab: Tab, { jpeg }: Town): Tab => {
  tab.device.shrink = shrinkWith(jpeg)
  return tab
}

async function observe(
  tab: Tab,
  mind: InspectorState,
  { content, area, photos }: (typeof observations)[number],
): Promise<void> {
  const { device, db } = tab
  const { town } = mind
  const areaId = idOf(tab, mind, 'area', 'name', area)
  const form = `observation/area:${areaId}`
  await db.drafts.put({ form, values: { content }, savedAt: device.now() })
  const taken: string[] = []
  for (const n of photos) {
    const file = new File([Uint8Array.from(pictureOf(town.jpeg, n, 'original'))], `photo ${n}.jpg`, {
      lastModified: n,
      type: 'image/jpeg',
    })
    const id = await takeIn(db, file, { form }, { now: () => device.now(), shrink: shrinkWith(town.jpeg) })
    mind.taken.set(id, n)
    taken.push(id)
  }
  const body = { content, potentialvio: true, user_id: town.userId, codes: [] }
  await perform(device, addObservation, { areaId }, body, { photos: taken, form })
}

export const day: readonly Action[] = [
  ...units.map(
    (number): Action => ({
      name: `unit ${number}`,
      does: async (tab, { town, ids }) =>
        void ids.set(`unit ${number}`, await perform(tab.device, addUnit, { addressId: town.addressId }, { number })),
      isShown: (tab) => shown(tab, 'unit', 'number', number) !== undefined,
    }),
  ),
  ...areas.map(
    ({ name, unit }): Action => ({
      name: `area ${name}`,
      async does(tab, mind) {
        const params = { inspectionId: mind.town.inspectionId, unitId: idOf(tab, mind, 'unit', 'number', unit) }
        mind.ids.set(`area ${name}`, await perform(tab.device, addUnitArea, params, { name }))
      },
      isShown: (tab) => shown(tab, 'area', 'name', name) !== undefined,
    }),
  ),
  ...observations.map(
    (it): Action => ({
      name: `observation ${it.content}`,
      does: (tab, mind) => observe(tab, mind, it),
      isShown: (tab) => shown(tab, 'observation', 'content', it.content) !== undefined,
    }),
  ),
  {
    name: 'violation',
    async does(tab, { town }) {
      const { addressId: address_id, userId: user_id, inspectionId: inspection_id } = town
      const place = { address_id, user_id, inspection_id, codes: [] }
      await perform(tab.device, addViolation, {}, { ...place, deadline: '7 days', violation_type: 'doorhanger' })
    },
    isShown: (tab, { town }) => shown(tab, 'violation', 'inspection_id', town.inspectionId) !== undefined,
  },
  {
    name: endStatus,
    does: async (tab, { town }) =>
      void (await perform(tab.device, setInspectionStatus, { inspectionId: town.inspectionId }, { status: endStatus })),
    isShown: (tab, { town }) => shown(tab, 'inspection', 'id', town.inspectionId)?.status === endStatus,
  },
]
