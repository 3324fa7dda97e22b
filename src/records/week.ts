import { type Listing, listPart, listRange } from './listing.ts'

/** Inspections and complaints planned from one day to another, both included; done ones too. */
export const weekListing = (from: string, to: string): Listing => ({
  type: 'inspection',
  ranges: [listPart('day', from, to)],
})

/**
 * What still has to be planned: open ones whose day is past, up to `overdueUntil`, oldest day first; then those without
 * an inspector, by day; then those without a day.
 */
export const pileListing = (overdueUntil: string): Listing => ({
  type: 'inspection',
  // In the index the day is followed by the row's id; '~' sorts after every id.
  ranges: [listPart('placed', '', `${overdueUntil}~`), listRange('unplaced')],
})
