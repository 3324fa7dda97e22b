import type { FoundAddresses } from '../sync/react/address-search.ts'

/** What is said below the addresses that a search found; undefined if nothing needs to be said (GS-11). */
export function addressNote({ results, problem, searching, isPartial }: FoundAddresses): string | undefined {
  if (problem) return 'Failed to search addresses'
  if (results.length > 0) return isPartial ? partialNote : undefined
  return searching ? 'Searching...' : 'No address found'
}

/** Beside addresses that were found without the office, on a device without the town's book. */
export const partialNote = 'No answer from the office: only addresses opened on this device are searched.'
