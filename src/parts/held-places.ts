import type { Id } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { type Point, pointIn } from '../rules/point.ts'

/** The places of these addresses, if this device has them. */
export async function heldPlaces(db: DeviceDatabase, ids: readonly Id[]): Promise<Map<Id, Point>> {
  const rows = await db.rows('address').bulkGet([...ids])
  return new Map(
    rows.flatMap((row): [Id, Point][] => {
      const point = pointIn(row)
      return row && point ? [[row.id, point]] : []
    }),
  )
}
