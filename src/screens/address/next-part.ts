import type { Id } from '../../contract/id.ts'
import { allBusinesses } from '../../records/business.ts'
import { citationsOfAddress } from '../../records/citation.ts'
import { commentsOfAddress } from '../../records/comment.ts'
import { inspectionsOfAddress } from '../../records/inspection.ts'
import { complaintsOfAddress, contactsOfAddress, photosOfAddress } from '../../records/linked.ts'
import { type Query, queryName } from '../../records/query.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { noFeed, upToDateAt } from '../../sync/pull/feed.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import { licenseCalls, permitCalls } from './issued-records.ts'

/** The calls of each part, in the order of the requests. */
const calls = {
  licenses: licenseCalls,
  violations: (id: Id): Query[] => [violationsOfAddress(id)],
  inspections: (id: Id): Query[] => [inspectionsOfAddress(id)],
  complaints: (id: Id): Query[] => [complaintsOfAddress(id)],
  units: (id: Id): Query[] => [unitsOfAddress(id)],
  comments: (id: Id): Query[] => [commentsOfAddress(id)],
  contacts: (id: Id): Query[] => [contactsOfAddress(id)],
  citations: (id: Id): Query[] => [citationsOfAddress(id)],
  permits: permitCalls,
  photos: (id: Id): Query[] => [photosOfAddress(id)],
  businesses: (): Query[] => [allBusinesses()],
} as const satisfies Record<string, (id: Id) => Query[]>

/** A part of an address, one for each tab. */
export type AddressPart = keyof typeof calls
// Object.keys loses the names; they are those of the table.
const parts = Object.keys(calls) as AddressPart[]

/** The parts of which something is shown above the tabs: it would push the tabs down if it came one by one. */
export const partsAbove = [
  'licenses',
  'violations',
  'inspections',
  'complaints',
  'comments',
  'citations',
  'permits',
  'photos',
] as const satisfies AddressPart[]

/**
 * The parts that are read from the device before the page renders (`firstRows`). If none of them was ever answered, this
 * is the first visit: a preparation for the field brings some of them.
 */
export const partsReadFirst = ['licenses', 'violations', 'inspections', 'complaints'] as const satisfies AddressPart[]

/** Their rows. Of several calls the first one has them all. */
export const queriesReadFirst = (id: Id): Query[] => partsReadFirst.flatMap((part) => calls[part](id).slice(0, 1))

/** A part requested within this time is not requested again until it is opened (ms). */
const freshMs = 10 * 60_000

/**
 * The parts to request besides the visible one. At the first visit of an address: all that are shown above the tabs.
 * Otherwise one at a time, and none before the visible one is answered. A part that reached no server stays among them,
 * and is requested again when signal returns.
 */
export function useNextParts(
  addressId: Id,
  chosen: AddressPart,
  current: readonly AddressPart[],
  answers: Record<AddressPart, { problem: Problem | undefined }>,
): readonly AddressPart[] {
  const { device } = useEngine()
  const heard = useLive(
    async (db) => {
      const feed = await db.fact('feed', noFeed)
      const at = async (part: AddressPart) => {
        const pulls = await db.pulls.bulkGet(calls[part](addressId).map((it) => queryName(it)))
        return [part, Math.max(0, ...pulls.map((it) => upToDateAt(it, feed) ?? 0))] as const
      }
      return new Map(await Promise.all(parts.map(at)))
    },
    [addressId],
    `parts of address ${addressId}`,
  )
  // Nothing is known before the device was read, and an address made here has nothing at the office.
  if (!heard || addressId < 0) return noParts
  const now = device.now()
  const isDone = (part: AddressPart) => {
    const { problem } = answers[part]
    if (problem) return problem.kind === 'refused' || problem.kind === 'serverDown' || problem.kind === 'misunderstood'
    return Math.abs(now - (heard.get(part) ?? 0)) < freshMs
  }
  const isFirstVisit = partsReadFirst.every((part) => current.includes(part) || heard.get(part) === 0)
  if (isFirstVisit && !partsAbove.every(isDone)) return partsAbove
  if (!isDone(chosen) || !current.every(isDone)) return current
  const next = parts.find((part) => !isDone(part))
  return next ? single[next] : noParts
}

export const noParts: readonly AddressPart[] = []

/** Always the same array for a part, because a new one would count as a change. */
const single = Object.fromEntries(parts.map((part) => [part, [part]])) as unknown as Record<AddressPart, AddressPart[]>
