import type { AddressChip } from '../contract/address-chip.ts'
import type { Id } from '../contract/id.ts'
import { lineInBook } from '../db/address-book.ts'
import type { DeviceDatabase } from '../db/database.ts'

/**
 * The address shown on records made here: from the device's rows, else from its address book, so that a record at a
 * place that was never opened also shows its name. Null if this device does not know the address.
 */
export async function addressChip(db: DeviceDatabase, id: Id | null | undefined): Promise<AddressChip | null> {
  if (!id) return null
  const row = await db.rows('address').get(id)
  if (row) {
    const { combadd, property_name, aka, ownername } = row
    return { id, combadd, property_name, aka, ownername }
  }
  return lineInBook(db, id)
}
