import { useCallback, useEffect, useRef, useState } from 'react'
import type { Extent } from '../../rules/mercator.ts'
import type { MapFacts } from '../../sync/device/map-jobs.ts'
import { type TownMap, townMapOf } from '../../sync/online/town-map.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'

/** The town's map for a screen. */
export interface MapOfTown {
  town: TownMap
  /** undefined until it is known what can be drawn. */
  facts: MapFacts | undefined
  /** The worker cannot run here, or cannot read the book. */
  hasFailed: boolean
  /** Whether this device has an address book; undefined until it is known. */
  hasBook: boolean | undefined
  again(): void
  /** Call it with new facts when another base map is open. */
  take(facts: MapFacts): void
}

/** Opens the map of the person's town, and again when a new address book has been downloaded. */
export function useTownMap(): MapOfTown {
  const { db } = useEngine().device
  const town = townMapOf(db.name)
  const bookAt = useLive((db) => db.fact('bookAt', 0), [])
  const [state, setState] = useState<{ facts?: MapFacts; hasFailed: boolean }>({ hasFailed: false })
  const [turn, setTurn] = useState(0)
  const last = useRef<MapFacts>(undefined)
  // The same extent keeps its object, so that the map is not rebuilt.
  const take = useCallback((facts: MapFacts) => {
    const before = last.current?.extent ?? null
    last.current = isSame(before, facts.extent) ? { ...facts, extent: before } : facts
    setState({ facts: last.current, hasFailed: false })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is the wish to try again
  useEffect(() => {
    if (bookAt === undefined) return
    let isWanted = true
    town.open().then(
      (facts) => isWanted && take(facts),
      () => isWanted && setState({ hasFailed: true }),
    )
    return () => {
      isWanted = false
    }
  }, [town, bookAt, turn, take])
  return {
    town,
    facts: state.facts,
    hasFailed: state.hasFailed,
    hasBook: bookAt === undefined ? undefined : bookAt > 0,
    again: useCallback(() => setTurn((it) => it + 1), []),
    take,
  }
}

const isSame = (a: Extent | null, b: Extent | null): boolean =>
  a !== null && b !== null && a.left === b.left && a.right === b.right && a.bottom === b.bottom && a.top === b.top
