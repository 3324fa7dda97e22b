import { type Listing, listPart, listRange } from './listing.ts'

/** Inspections and complaints that are planned on the days from one to another, both among them; done ones too. */
export const weekListing = (from: string, to: string): Listing => ({
  type: 'inspection',
  ranges: [listPart('day', from, to)],
})

/**
 * What still has to be planned: open ones whose day is past, up to `overdueUntil`, the oldest day first; then those
 * without an inspector by their days; then those without a day.
 */
export const pileListing = (overdueUntil: string): Listing => ({
  type: 'inspection',
  // The numbers of the rows stand behind the day; '~' comes after them.
  ranges: [listPart('placed', '', `${overdueUntil}~`), listRange('unplaced')],
})
