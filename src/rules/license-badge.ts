import { dateText } from './date-text.ts'
import { dayOf, townZone } from './dates.ts'
import { dayOfText } from './day-of-text.ts'
import { newestBy } from './list-order.ts'

/** The fields of a licence that the badge of its address needs. */
interface BadgedLicense {
  created_at?: string | null
  date_issued?: string | null
  expiration_date?: string | null
  revoked?: boolean | null
}

/** The badge of an address for its newest licence. */
interface LicenseBadge<License> {
  license: License
  state: 'expired' | 'revoked' | 'active'
  /** Its last day, en-US; '' if unknown. */
  until: string
}

/**
 * The licence badge of an address: its newest licence by created_at, then date_issued, then expiration_date (AD-05).
 * It is expired if its last day is before today, otherwise active (AD-06); but no revoked licence is called active. Null
 * without a licence.
 */
export function licenseBadge<License extends BadgedLicense>(
  licenses: readonly License[],
  now: Date,
  zone: string = townZone,
): LicenseBadge<License> | null {
  const [license] = newestBy(licenses, ['created_at', 'date_issued', 'expiration_date'])
  if (!license) return null
  const lastDay = dayOfText(license.expiration_date, zone)
  const isExpired = lastDay !== null && lastDay < dayOf(now, zone)
  return { license, state: isExpired ? 'expired' : license.revoked ? 'revoked' : 'active', until: dateText(lastDay) }
}
