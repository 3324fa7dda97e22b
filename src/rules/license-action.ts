import { licenseOrder, newestBy } from './list-order.ts'

/** A licence on the dashboard of role 2, with the texts of both flags (DB-47). */
export interface LicenseAction<License> {
  license: License
  payment: 'Payment Due' | 'Paid'
  delivery: 'Not Sent' | 'Sent'
}

/** At most this many licences needing action are listed (DB-48). */
const maxLicenseActions = 10

/**
 * The two lists of the overview merged by id, newest first, at most 10 (DB-48). Each list has one open flag; a
 * licence in both lists shows both (DB-47).
 */
export function licensesNeedingAction<License extends LicenseFacts>(
  unpaid: readonly License[],
  unsent: readonly License[],
): LicenseAction<License>[] {
  const unpaidIds = new Set(unpaid.map(({ id }) => id))
  const unsentIds = new Set(unsent.map(({ id }) => id))
  const merged = new Map([...unpaid, ...unsent].map((license) => [license.id, license]))
  return newestBy([...merged.values()], licenseOrder)
    .slice(0, maxLicenseActions)
    .map((license) => ({
      license,
      payment: unpaidIds.has(license.id) ? 'Payment Due' : 'Paid',
      delivery: unsentIds.has(license.id) ? 'Not Sent' : 'Sent',
    }))
}

interface LicenseFacts {
  id: number
  created_at?: string | null
  date_issued?: string | null
}
