import type { Pack } from '../db/database.ts'
import { useLive } from '../sync/react/live.ts'
import { useClockOffset } from './use-now.ts'

/** What was prepared for the field on this device, with times of the server's clock; undefined while reading. */
export function usePacks(): Pack[] | undefined {
  const offset = useClockOffset()
  return useLive((db) => db.packs.toArray(), [], 'packs')?.map((it) => ({ ...it, at: it.at + offset }))
}
