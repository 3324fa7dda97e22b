import { useCallback, useEffect, useRef, useState } from 'react'
import type { Extent } from '../../rules/mercator.ts'
import type { MapFacts } from '../../sync/device/map-jobs.ts'
import { type TownMap, townMapOf } from '../../sync/online/town-map.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'

/** The town's map as a screen may show it. */
export interface MapOfTown {
  town: TownMap
  /** undefined until it is known what there is to draw. */
  facts: MapFacts | undefined
  /** The worker cannot run here, or cannot read the book. */
  hasFailed: boolean
  /** Whether an address book is on this device; undefined until it is known. */
  hasBook: boolean | undefined
  again(): void
  /** Other facts are known: another ground is open. */
  take(facts: MapFacts): void
}

/** Opens the map of the person's town, and again when another address book has come. */
export function useTownMap(): MapOfTown {
  const { db } = useEngine().device
  const town = townMapOf(db.name)
  const bookAt = useLive((db) => db.fact('bookAt', 0), [])
  const [state, setState] = useState<{ facts?: MapFacts; hasFailed: boolean }>({ hasFailed: false })
  const [turn, setTurn] = useState(0)
  const last = useRef<MapFacts>(undefined)
  // A map that stands there is not made anew for an extent that is the same.
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
