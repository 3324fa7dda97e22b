import type { Id } from '../contract/id.ts'
import type { Inspection } from '../contract/inspection.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { areasOfInspection } from '../records/area.ts'
import { inspectionsOfAddress } from '../records/inspection.ts'
import { observationsOfArea } from '../records/observation.ts'
import { searchable } from '../rules/address-text.ts'
import { townZone } from '../rules/dates.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { inspectionChoice, isUnderReview, notYetConducted } from '../rules/inspection-status.ts'
import { newestFirst, newestSeenFirst } from '../rules/list-order.ts'
import { isOpenVisit } from '../rules/open-visit.ts'
import { visitedAt } from '../rules/visited-at.ts'
import { usePull } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import { isPhoto, type ShownPhoto, shownPhotos } from './photo-match.ts'
import { useZone } from './use-now.ts'

/** The most earlier photos that are offered. */
const most = 12

/**
 * Photos of the same room from earlier inspections of the address, newest first: from this device, and with signal from
 * the office too. Areas with the same name and unit count as the same room.
 */
export function useEarlierInRoom(areaId: Id): readonly ShownPhoto[] {
  const zone = useZone()
  const room = useLive((db) => roomOf(db, areaId, zone), [areaId, zone], `room of ${areaId}`)
  const { addressId = 0, before = 0, same = 0 } = room ?? {}
  usePull(inspectionsOfAddress(addressId), 'list', addressId > 0)
  usePull(areasOfInspection(before), 'list', before > 0)
  usePull(observationsOfArea(same), 'list', same > 0)
  return useLive((db) => earlierInRoom(db, areaId, zone), [areaId, same, zone], `earlier in room ${areaId}`) ?? []
}

/** The place of an area, the last inspection conducted before its own that the office has, and the same area in it. */
export async function roomOf(db: DeviceDatabase, areaId: Id, zone: string = townZone) {
  const found = await sameRooms(db, areaId, zone)
  if (!found) return undefined
  const { addressId, conducted, areas } = found
  const before = conducted.find(({ id }) => id > 0)?.id
  return { addressId, before, same: areas.find((it) => it.inspection_id === before)?.id }
}

/** The photos that this device knows of, the newest inspection first. */
export async function earlierInRoom(db: DeviceDatabase, areaId: Id, zone: string = townZone): Promise<ShownPhoto[]> {
  const found: ShownPhoto[] = []
  for (const { id } of (await sameRooms(db, areaId, zone))?.areas ?? []) {
    const seen = await db.rows('observation').where('area_id').equals(id).toArray()
    for (const { id, photos } of newestSeenFirst(seen)) {
      const own = await db.photos.where('[ownerType+ownerId]').equals(['observation', id]).sortBy('takenInAt')
      found.push(...shownPhotos(own, photos).filter(isPhoto).reverse())
    }
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

async function sameRooms(db: DeviceDatabase, areaId: Id, zone: string) {
  const area = await db.rows('area').get(areaId)
  const inspection = area && (await db.rows('inspection').get(area.inspection_id))
  const addressId = inspection?.address_id
  if (!inspection || !addressId) return null
  const ofAddress = await db.rows('inspection').where('address_id').equals(addressId).toArray()
  const visits = byVisit(ofAddress, zone)
  const earlier = visits.slice(visits.findIndex(({ id }) => id === inspection.id) + 1)
  const order = new Map(earlier.map(({ id }, at) => [id, at]))
  const all = await db
    .rows('area')
    .where('inspection_id')
    .anyOf([...order.keys()])
    .toArray()
  const withAreas = new Set(all.map((it) => it.inspection_id))
  const conducted = earlier.filter((it) => withAreas.has(it.id) || tookPlace(it))
  const areas = all
    .filter((it) => nameOf(it) === nameOf(area) && (it.unit_id ?? null) === (area.unit_id ?? null))
    .sort((a, b) => (order.get(a.inspection_id) ?? 0) - (order.get(b.inspection_id) ?? 0))
  return { addressId, conducted, areas }
}

/**
 * The latest visit first; those that are still needed are visited last. Of two of the same time, the one made later comes
 * first.
 */
function byVisit(inspections: readonly Inspection[], zone: string): Inspection[] {
  const afterAll = '~'
  const timed = newestFirst(inspections).map((it) => ({
    it,
    at: isOpenVisit(it) && !isUnderReview(it.status) ? afterAll : (visitedAt(it, zone) ?? ''),
  }))
  return timed.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).map(({ it }) => it)
}

/** Whether an inspection without areas on this device has areas at the office: not if it was only planned. */
function tookPlace({ source, status }: Inspection): boolean {
  const choice = inspectionChoice(status)
  return !isComplaint({ source }) && !notYetConducted(status) && choice !== 'Scheduled' && choice !== 'Cancelled'
}

const nameOf = ({ name }: { name: string }) => searchable(name)
