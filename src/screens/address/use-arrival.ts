import { useEffect, useState } from 'react'
import type { AddressRecords } from './address-records.ts'
import { partsAbove, partsReadFirst } from './next-part.ts'

/** The longest wait for the office (ms); on a weak signal the rest of the page must not wait for it. */
const longestMs = 2_000

/**
 * `coming`: the page waits for what is above its tabs. `late`: the office took too long, so the sections above the tabs
 * stay closed until somebody opens them.
 */
type Arrival = 'coming' | 'here' | 'late'

/**
 * Whether everything above the tabs of an address is here. At the first visit of an address the office is asked for all
 * of it at once: shown one by one, it would move what is below it away from the finger. Later visits wait for nothing.
 */
export function useArrival({ awaited }: AddressRecords): Arrival {
  const [arrival, setArrival] = useState<Arrival>(() =>
    partsReadFirst.every((part) => awaited.has(part)) ? 'coming' : 'here',
  )
  const isComplete = !partsAbove.some((part) => awaited.has(part))
  useEffect(() => {
    if (arrival !== 'coming') return
    const timer = setTimeout(setArrival, isComplete ? 0 : longestMs, isComplete ? 'here' : 'late')
    return () => clearTimeout(timer)
  }, [arrival, isComplete])
  return arrival
}
