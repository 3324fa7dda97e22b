import { addDays, dayOf, townZone } from './dates.ts'

/** The fine of a new citation in dollars (CT-11). */
export const defaultFine = 200

const daysToPay = 21

/** The deadline of a new citation: today plus 21 days (CT-12). */
export const defaultCitationDeadline = (now: Date, zone: string = townZone): string =>
  addDays(dayOf(now, zone), daysToPay)

/** A typed fine as a number of at least 0; null if it is not one (CT-11). */
export function fineFrom(typed: string): number | null {
  const text = typed.trim().replace(/^\$\s*/, '')
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : null
}

/** '$200', '$199.60' (CT-07); 'N/A' if there is none. */
export function fineText(fine: number | null | undefined): string {
  if (typeof fine !== 'number' || !Number.isFinite(fine)) return 'N/A'
  return `$${Number.isInteger(fine) ? fine : fine.toFixed(2)}`
}
