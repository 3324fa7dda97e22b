import { useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { placesInBook } from '../../db/book-places.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { heldPlaces } from '../../parts/held-places.ts'
import { useZone } from '../../parts/use-now.ts'
import { allComplaints, allInspections } from '../../records/inspection.ts'
import { readListing, readPage } from '../../records/listing.ts'
import type { Query } from '../../records/query.ts'
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
  /** The first of those that wait in the pile. */
  pile: Inspection[]
  pileTotal: number
  /** Where the visits are, by their numbers. */
  places: ReadonlyMap<Id, Point>
}

/** A week from its Monday, in one read of the device, and the newest from the office. */
export function useWeek(monday: string, overdueUntil: string, pileSize: number) {
  const read = useLive((db) => readWeek(db, monday, overdueUntil, pileSize), [monday, overdueUntil, pileSize])
  const visits = useSameRows(read?.visits)
  const pile = useSameRows(read?.pile)
  // A query whose types are known is used as one whose types are known only while running.
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

/** The same map while no place has changed: a move of a card is no reason to measure all ways anew. */
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

/** Where visits are: as they say themselves, else as the device's addresses do, else by its address book. */
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

/** The visits of one day, of all inspectors. */
export const useDay = (day: string): Inspection[] =>
  useLive((db) => (day === '' ? Promise.resolve([]) : readListing<Inspection>(db, weekListing(day, day))), [day]) ?? []

/** So many of the pile are shown at first, and more at each wish. */
const pileStep = 30

/** How much of the pile is shown. */
export function usePileSize() {
  const [size, setSize] = useState(pileStep)
  return { size, more: () => setSize(size + pileStep) }
}

/** So many are found by words; who finds more types another word. */
const mostFound = 60

/** Those of the pile with these words; undefined while they are looked for, or where no words are typed. */
export function useFoundInPile(words: string, overdueUntil: string) {
  const searcher = useListSearch(useZone())
  const text = words.trim()
  const { answer, isFailed } = useListAnswer(searcher, text && `${text} ${overdueUntil}`, async (search, db) => {
    const wanted = { text, person: '', from: '', to: '', code: '', narrow: '' }
    const listing = pileListing(overdueUntil)
    // The lists hold other words of the same rows: a complaint is found by its description, and by its kind.
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
