import type { Id } from '../contract/id.ts'
import { useLive } from '../sync/react/live.ts'

/** How many open violations this device knows at an address. The server makes no license while one stands there. */
export const useOpenViolations = (addressId: Id | null | undefined): number =>
  useLive(
    async (db) =>
      addressId
        ? db
            .rows('violation')
            .where('address_id')
            .equals(addressId)
            .filter((it) => it.status === 0)
            .count()
        : 0,
    [addressId],
    `open violations at ${addressId}`,
  ) ?? 0
