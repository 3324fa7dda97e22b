import { useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { placesInBook } from '../../db/book-places.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { heldPlaces } from '../../parts/held-places.ts'
import { useZone } from '../../parts/use-now.ts'
import { allComplaints, allInspections } from '../../records/inspection.ts'
import type { Query } from '../../records/query.ts'
import { readListing, readPage } from '../../records/read-listing.ts'
import { pileListing, weekListing } from '../../records/week.ts'
import { type Point, pointIn } from '../../rules/point.ts'
import { daysOfWeek } from '../../rules/week.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useListAnswer, useListSearch } from '../../sync/react/list-search.ts'
import { useLive } from '../../sync/react/live.ts'
import { useSameRows } from '../../sync/react/rows.ts'

/** What the board shows of a week, and what still has to be planned. */
export interface Week {
  visits: Inspection[]
  /** The first visits of the pile. */
  pile: Inspection[]
  pileTotal: number
  /** The places of the visits, by id. */
  places: ReadonlyMap<Id, Point>
}

/** The week that begins on this Monday, in one read of the device; newer data comes from the office. */
export function useWeek(monday: string, overdueUntil: string, pileSize: number) {
  const read = useLive(
    (db) => readWeek(db, monday, overdueUntil, pileSize),
    [monday, overdueUntil, pileSize],
    `week ${monday} ${overdueUntil} ${pileSize}`,
  )
  const visits = useSameRows(read?.visits)
  const pile = useSameRows(read?.pile)
  // Queries with known types are passed on as those whose types are known only at run time.
  const inspections = usePull(allInspections() as unknown as Query, 'list', true)
  const complaints = usePull(allComplaints() as unknown as Query, 'list', true)
  const places = useSamePlaces(read?.places)
  const week: Week | undefined = read && visits && pile ? { ...read, visits, pile, places } : undefined
  return { week, inspections, complaints }
}

const readWeek = (db: DeviceDatabase, monday: string, overdueUntil: string, pileSize: number): Promise<Week> =>
  inTransaction(db, 'r', [db.anyRows('inspection'), db.anyRows('address'), db.addressChunks, db.meta], async (view) => {
    const days = daysOfWeek(monday)
    const [visits, pile] = await Promise.all([
      readListing<Inspection>(view, weekListing(days[0] ?? monday, days.at(-1) ?? monday)),
      readPage<Inspection>(view, pileListing(overdueUntil), { wanted: 1, size: pileSize }),
    ])
    return { visits, pile: pile.rows, pileTotal: pile.total, places: await placesOf(view, visits) }
  })

const nowhere: ReadonlyMap<Id, Point> = new Map()

/** The same map while no place has changed, so that moving a card does not measure all routes again. */
function useSamePlaces(read: ReadonlyMap<Id, Point> = nowhere): ReadonlyMap<Id, Point> {
  const known = useRef(read)
  const isSame =
    known.current.size === read.size &&
    [...read].every(([id, { latitude, longitude }]) => {
      const before = known.current.get(id)
      return before?.latitude === latitude && before.longitude === longitude
    })
  if (!isSame) known.current = read
  return known.current
}

/** The places of visits: from the visit, else from the device's addresses, else from its address book. */
async function placesOf(db: DeviceDatabase, visits: readonly Inspection[]): Promise<Map<Id, Point>> {
  const found = new Map<Id, Point>()
  for (const { id, address } of visits) {
    const point = pointIn(address)
    if (point) found.set(id, point)
  }
  const left = visits.filter(({ id, address_id }) => !found.has(id) && address_id)
  const idsLeft = () => [...new Set(left.flatMap(({ id, address_id }) => (found.has(id) ? [] : (address_id ?? []))))]
  for (const places of [heldPlaces, placesInBook]) {
    const at = await places(db, idsLeft())
    for (const { id, address_id } of left) {
      const point = at.get(address_id ?? 0)
      if (point && !found.has(id)) found.set(id, point)
    }
  }
  return found
}

/** All inspectors' visits of one day. */
export const useDay = (day: string): Inspection[] =>
  useLive(
    (db) => (day === '' ? Promise.resolve([]) : readListing<Inspection>(db, weekListing(day, day))),
    [day],
    `day of the week ${day}`,
  ) ?? []

/** Visits of the pile shown at first, and added by each "more". */
const pileStep = 30

/** How much of the pile is shown. */
export function usePileSize() {
  const [size, setSize] = useState(pileStep)
  return { size, more: () => setSize(size + pileStep) }
}

/** The most visits found by words; for fewer, more words are typed. */
const mostFound = 60

/** The visits of the pile with these words; undefined during the search, or if no words are typed. */
export function useFoundInPile(words: string, overdueUntil: string) {
  const searcher = useListSearch(useZone())
  const text = words.trim()
  const name = text && `found in the pile ${overdueUntil} ${text}`
  const { answer, isFailed } = useListAnswer(searcher, name, async (search, db) => {
    const wanted = { text, person: '', from: '', to: '', code: '', narrow: '' }
    const listing = pileListing(overdueUntil)
    // Both lists are searched because they index different words of a row: a complaint's description, and its kind.
    const parts = await Promise.all(
      (['inspections', 'complaints'] as const).map((name) =>
        search.find({ name, listing, search: wanted, sort: null }, 0, mostFound),
      ),
    )
    const ids = [...new Set(parts.flatMap((it) => it.rows.map((row) => row.id)))]
    const rows = await db.rows('inspection').bulkGet(ids)
    return { rows: rows.flatMap((it) => it ?? []), isWhole: parts.every((it) => it.total <= mostFound) }
  })
  return { found: answer, isFailed }
}
