import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { heldPlaces } from '../../parts/held-places.ts'
import { type Position, usePosition } from '../../parts/use-position.ts'
import { addressIds, type Placed, type Point, pointIn } from '../../rules/point.ts'
import { useLive } from '../../sync/react/live.ts'

/** A fix of a minute ago is precise enough to sort a round; a cold receiver needs some seconds (ms). */
const platform: PositionOptions = { maximumAge: 60_000, timeout: 15_000 }

/** The person's position, for sorting the round. `isWanted`: there is a position, or it is being determined. */
export function useHere(): Position & { isWanted: boolean } {
  const position = usePosition({ platform })
  return { ...position, isWanted: position.isAsking || position.point !== undefined }
}

/** The known places of addresses, by address id. */
export type Places = ReadonlyMap<Id, Point>

/** The places that the records tell, and the addresses whose places this phone must look for. */
function placesIn(records: readonly Placed[]) {
  const known = new Map<Id, Point>()
  for (const { address_id, address } of records) {
    const point = pointIn(address)
    if (address_id && point) known.set(address_id, point)
  }
  const wanted = addressIds(records).filter((id) => !known.has(id))
  return { known, wanted, name: `places ${wanted}` }
}

/** For `useReadAhead`: the read of `usePlaces`, under its name. */
export async function placesAhead(db: DeviceDatabase, records: readonly Placed[]): Promise<[string, unknown]> {
  const { wanted, name } = placesIn(records)
  return [name, await heldPlaces(db, wanted)]
}

/** The places of these records' addresses: from the records, else from this phone's rows. */
export function usePlaces(records: readonly Placed[]): Places {
  const { known, wanted, name } = placesIn(records)
  const found = useLive((db) => heldPlaces(db, wanted), [name], name)
  return new Map([...known, ...(found ?? [])])
}
