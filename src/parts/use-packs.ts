import type { Pack } from '../db/database.ts'
import { useLive } from '../sync/react/live.ts'

/** What was prepared for the field on this device; undefined while reading. */
export const usePacks = (): Pack[] | undefined => useLive((db) => db.packs.toArray(), [], 'packs')
