import type { Id } from '../contract/id.ts'
import { addressChip } from '../records/address-chip.ts'
import { useLive } from '../sync/react/live.ts'

/** The address with this id as records include it, from this device; undefined while reading, null if it is not here. */
export const useAddressChip = (id: Id | null) => useLive((db) => addressChip(db, id), [id], `address chip ${id}`)
