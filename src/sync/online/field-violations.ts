import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import type { Violation } from '../../contract/violation.ts'
import { addressById } from '../../records/address.ts'
import { alertsOfAddress } from '../../records/alert.ts'
import { areasOfInspection } from '../../records/area.ts'
import { citationsOfViolation } from '../../records/citation.ts'
import { inspectionsOfAddress } from '../../records/inspection.ts'
import { complaintsOfAddress } from '../../records/linked.ts'
import { potentialOfInspection, potentialSeenIn } from '../../records/observation.ts'
import { rowsOf } from '../../records/query.ts'
import { activeViolations, violationById, violationFiles, violationsOfAddress } from '../../records/violation.ts'
import { violationDeadlineState } from '../../rules/deadline.ts'
import { type Device, isOurs } from '../device/device.ts'
import { pull } from '../pull/pull.ts'
import { fetchViolationComments } from './field-comments.ts'
import { filesIn } from './field-pictures.ts'

/** An address that needs a visit only for its violations. */
interface FollowUpPlace {
  addressId: Id
  combadd: string
}

/**
 * The addresses of the person's own violations that are overdue or due soon; they belong to the day as well. Addresses
 * of planned inspections (`known`) are left out, because they come with the inspection. `zone` is the town's. Throws
 * CallError.
 */
export async function placesToFollowUp(
  device: Device,
  known: ReadonlySet<Id | null | undefined>,
  zone: string,
): Promise<FollowUpPlace[]> {
  const query = activeViolations(device.userId)
  await pull(device, query)
  const places = new Map<Id, FollowUpPlace>()
  for (const row of await rowsOf(device.db, query)) {
    const state = violationDeadlineState(row, new Date(device.now()), zone)
    if (row.id < 0 || known.has(row.address_id) || state === null || state === 'Plenty of Time') continue
    const combadd = row.combadd?.trim() || `address #${row.address_id}`
    places.set(row.address_id, { addressId: row.address_id, combadd })
  }
  return [...places.values()]
}

/** Fetches everything that the follow-up page of an address shows, and returns its files. Throws CallError. */
export async function fetchPlace(device: Device, addressId: Id): Promise<Photo[]> {
  const parts = [addressById, violationsOfAddress, inspectionsOfAddress, complaintsOfAddress]
  for (const part of parts) await pull(device, part(addressId))
  if (isOurs(device)) await pull(device, alertsOfAddress(addressId))
  return fetchOpenViolations(device, addressId)
}

/** What a follow-up needs of the open violations: comments, citations, and the files from when they were found. */
export async function fetchOpenViolations(device: Device, addressId: Id): Promise<Photo[]> {
  const photos: Photo[] = []
  const found = await rowsOf(device.db, violationsOfAddress(addressId))
  for (const violation of found.filter((it) => it.status === 0 && it.id > 0)) {
    const { id } = violation
    await pull(device, violationById(id))
    await pull(device, citationsOfViolation(id))
    photos.push(...(await fetchSeen(device, violation)))
    photos.push(...(await filesIn(device, violationFiles(id).query)), ...(await fetchViolationComments(device, id)))
  }
  return photos
}

/** The photos taken when a violation was found. */
async function fetchSeen(device: Device, { inspection_id, codes }: Violation): Promise<Photo[]> {
  if (!inspection_id) return []
  await pull(device, areasOfInspection(inspection_id))
  await pull(device, potentialOfInspection(inspection_id))
  const named = new Set((codes ?? []).map((it) => it.id))
  const seen = (await potentialSeenIn(device.db, inspection_id)).map((it) => it.observation)
  return seen.filter((it) => it.codes.some(({ id }) => named.has(id))).flatMap((it) => it.photos)
}
