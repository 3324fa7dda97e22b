import { useEffect, useMemo, useState } from 'react'
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

/**
 * The marks of these records, placed by the address in the record, else by this device's row, else by the address
 * book; undefined until all are looked up. A record without a known place has no mark.
 */
export function useMarks(
  records: readonly Marked[] | undefined,
  { town, facts, hasFailed }: MapOfTown,
): Mark[] | undefined {
  const name = addressIds((records ?? []).filter((it) => !pointIn(it.address))).join()
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
  return useMemo(() => {
    if (!records || !held || !isLooked) return undefined
    return records.flatMap((record) => {
      const id = record.address_id ?? 0
      const point = pointIn(record.address) ?? held.get(id) ?? places?.get(id)
      return point ? [{ key: markKey(record), kind: record.kind, point }] : []
    })
  }, [records, held, isLooked, places])
}

const idsIn = (name: string): Id[] => (name === '' ? [] : name.split(',').map(Number))
