import { useEffect, useRef } from 'react'
import type { Extent } from '../../rules/mercator.ts'
import type { Point } from '../../rules/point.ts'
import type { TownMap } from '../../sync/online/town-map.ts'
import { DrawnMap } from './drawn-map.ts'
import type { Mark } from './mark.ts'

/** Actions on a map that is ready. */
export interface MapHandle {
  fit(isSlow?: boolean): void
  zoomBy(steps: number): void
  standAt(place: Point): void
  goTo(place: Point): void
  readonly view: Extent | null
  showPart(part: Extent, drawn: () => void): void
}

interface Props {
  town: TownMap
  /** Identifies the source of the streets (MapFacts.ground). */
  ground: string
  extent: Extent | null
  marks: readonly Mark[]
  chosen?: readonly string[]
  isStill?: boolean
  isPaper?: boolean
  onChoose?: (keys: string[]) => void
  /** Called once the map is ready. */
  onReady?: (map: MapHandle) => void
}

/** The map in the surrounding element. Its code, including the map library, is loaded when a map is first shown. */
export function MapView({
  town,
  ground,
  extent,
  marks,
  chosen = none,
  isStill = false,
  isPaper = false,
  onChoose,
  onReady,
}: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(null)
  const told = useRef({ onChoose, onReady })
  told.current = { onChoose, onReady }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another ground is drawn in the map that stands there
  useEffect(() => {
    if (!frame.current) return
    const map = new DrawnMap(frame.current, {
      town,
      ground,
      extent,
      isStill,
      isPaper,
      onChoose: (keys) => told.current.onChoose?.(keys),
    })
    drawn.current = map
    told.current.onReady?.(map)
    return () => {
      drawn.current = null
      map.end()
    }
  }, [town, extent, isStill, isPaper])
  useEffect(() => drawn.current?.drawFrom(ground), [ground])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map needs its marks anew
  useEffect(() => drawn.current?.show(marks), [marks, town, extent, isStill])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map needs its chosen mark anew
  useEffect(() => drawn.current?.choose(chosen), [chosen, town, extent, isStill])
  if (isStill) return <div ref={frame} style={filling} />
  return (
    // Arrows move the map, plus and minus zoom: what a screen reader would do with these keys must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the map need the focus
    <div ref={frame} style={filling} role="application" aria-label="Map" tabIndex={0} />
  )
}

const none: readonly string[] = []
const filling = { position: 'absolute', inset: 0 } as const
