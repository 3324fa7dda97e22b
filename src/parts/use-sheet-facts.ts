import { useMemo } from 'react'
import { type SheetFacts, sheetFacts } from '../records/sheets.ts'
import { useLive } from '../sync/react/live.ts'

/** The facts of a device on which nothing can be looked up. */
export const bareFacts = (zone: string): SheetFacts => ({
  zone,
  addresses: new Map(),
  units: new Map(),
  businesses: new Map(),
})

/** Data that cells look up: addresses, units and businesses of this device, if a shown column needs them. */
export function useSheetFacts(zone: string, isLookedUp: boolean): SheetFacts | undefined {
  const bare = useMemo(() => bareFacts(zone), [zone])
  // Three whole tables must not rest in memory, so only the read of nothing has a name.
  const read = useLive(
    async (db) => (isLookedUp ? sheetFacts(db, zone) : undefined),
    [zone, isLookedUp],
    isLookedUp ? undefined : 'no cell facts',
  )
  return isLookedUp ? read : bare
}
