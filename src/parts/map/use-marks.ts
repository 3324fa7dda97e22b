import { useEffect, useMemo, useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { addressIds, type Placed, type Point, pointIn } from '../../rules/point.ts'
import type { MapFacts } from '../../sync/device/map-jobs.ts'
import { useLive } from '../../sync/react/live.ts'
import { heldPlaces } from '../held-places.ts'
import type { Mark, MarkKind } from './mark.ts'
import type { MapOfTown } from './use-town-map.ts'

/** A record that may be on the map: an inspection includes its place, a violation only its address. */
export interface Marked extends Placed {
  kind: MarkKind
  id: Id
}

export const markKey = ({ kind, id }: Pick<Marked, 'kind' | 'id'>): string => `${kind} ${id}`

/** The marks of records whose places were looked up. */
interface Marks {
  marks: Mark[]
  /** How many of the records have no known place, and so no mark. */
  unplaced: number
  /** False while other records are looked up. The map keeps these marks meanwhile, and its place with them. */
  isCurrent: boolean
}

/**
 * The marks of these records, placed by the address in the record, else by this device's row, else by the address
 * book; undefined until all are looked up for the first time.
 */
export function useMarks(records: readonly Marked[], { town, facts, hasFailed }: MapOfTown): Marks | undefined {
  const name = addressIds(records.filter((it) => !pointIn(it.address))).join()
  const held = useLive((db) => heldPlaces(db, idsIn(name)), [name])
  const missing =
    held &&
    idsIn(name)
      .filter((id) => !held.has(id))
      .join()
  const [found, setFound] = useState<{ name: string; facts: MapFacts; places: ReadonlyMap<Id, Point> }>()
  useEffect(() => {
    if (missing === undefined || facts === undefined || missing === '') return
    let isWanted = true
    const done = (places: [Id, Point][]) => isWanted && setFound({ name: missing, facts, places: new Map(places) })
    town.places(idsIn(missing)).then(done, () => done([]))
    return () => {
      isWanted = false
    }
  }, [town, facts, missing])
  const isLooked =
    missing === '' || hasFailed || (found !== undefined && found.name === missing && found.facts === facts)
  const places = found?.places
  const last = useRef<Omit<Marks, 'isCurrent'>>(undefined)
  const fresh = useMemo(() => {
    if (!held || !isLooked) return undefined
    const marks = records.flatMap((record) => {
      const id = record.address_id ?? 0
      const point = pointIn(record.address) ?? held.get(id) ?? places?.get(id)
      return point ? [{ key: markKey(record), kind: record.kind, point }] : []
    })
    return { marks, unplaced: records.length - marks.length }
  }, [records, held, isLooked, places])
  last.current = fresh ?? last.current
  return last.current && { ...last.current, isCurrent: fresh !== undefined }
}

const idsIn = (name: string): Id[] => (name === '' ? [] : name.split(',').map(Number))
