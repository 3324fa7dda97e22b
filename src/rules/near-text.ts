import { milesText } from './day-plan.ts'

const feetPerMile = 5280
/** Below this a distance is said in feet (miles). */
const feetBelow = 0.15

/** '40 ft', '0.4 mi': a phone knows where it is to some ten feet. */
export const nearText = (miles: number): string =>
  miles < feetBelow ? `${Math.max(10, Math.round((miles * feetPerMile) / 10) * 10)} ft` : milesText(miles)
