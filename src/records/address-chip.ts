import type { AddressChip } from '../contract/address-chip.ts'
import type { Id } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { unpackChunk } from '../rules/address-book.ts'

/**
 * An address as records made here carry it: from the device's rows, else from its address book, so that a record at a
 * place that was never opened has its name as well. Null for one that this device does not know.
 */
export async function addressChip(db: DeviceDatabase, id: Id | null | undefined): Promise<AddressChip | null> {
  if (!id) return null
  const row = await db.rows('address').get(id)
  if (row) {
    const { combadd, property_name, aka, ownername } = row
    return { id, combadd, property_name, aka, ownername }
  }
  const chunk = await db.addressChunks.filter((it) => it.ids.includes(id)).first()
  return (chunk && unpackChunk(chunk).find((it) => it.id === id)) ?? null
}
