import { and, eq, inArray } from 'drizzle-orm'
import { dayOf } from '../../rules/dates.ts'
import { expirationAtCreation, fiscalYearOf } from '../../rules/fiscal-year.ts'
import { inspectionSources, madeBySource } from '../../rules/inspection-source.ts'
import { makesRecords } from '../../rules/inspection-status.ts'
import type { CallContext } from '../endpoint.ts'
import { licenseOfInspection, permitOfInspection } from '../reading/license.ts'
import { licenses, permits, violations } from '../store/case-tables.ts'
import { businesses } from '../store/town-tables.ts'

/** The facts of an inspection that its completion needs. */
interface Completed {
  id: number
  source: string
  status: string | null
  paid: boolean
  address_id: number | null
  business_id: number | null
}

type Asking = Pick<CallContext, 'tx' | 'now' | 'observedAt' | 'config'>

/**
 * What this status created, or why nothing, in words for the inspector (II-05, G-02); null for a status that creates
 * nothing. A licence or permit is created once per inspection, and stays when the status changes again.
 */
export const recordsMadeByCompletion = async (ask: Asking, inspection: Completed): Promise<string | null> => {
  if (!makesRecords(inspection.status)) return null
  const makes = makesOf(inspection.source)
  if (makes === null) return 'Completed: source not eligible for license or permit creation.'
  return makes.kind === 'permit' ? makePermit(ask, inspection) : makeLicense(ask, inspection, makes.licenseType)
}

/** The source in any case. Any other text with "permit" counts too, because older systems wrote it. */
const makesOf = (source: string) => {
  const plain = source.trim().toLowerCase()
  const known = inspectionSources.find(({ text }) => text.toLowerCase() === plain)
  if (known) return madeBySource(known.text)
  return plain.includes('permit') ? ({ kind: 'permit' } as const) : null
}

const licenseExists = (id: number | undefined) => `License already exists (#${id}).`
const permitExists = (id: number | undefined) => `Permit already exists (#${id}).`

const makeLicense = async ({ tx, now, observedAt, config }: Asking, inspection: Completed, licenseType: number) => {
  const { id: inspection_id, business_id, paid } = inspection
  const standing = await licenseOfInspection(tx, inspection_id)
  if (standing) return licenseExists(standing)
  const ofBusiness = await addressOfBusiness(tx, business_id)
  // A business may have moved since. As everywhere, the address of its licence is its own.
  const address_id = licenseType === 1 ? (ofBusiness ?? inspection.address_id) : (inspection.address_id ?? ofBusiness)
  if (await hasOpenViolation(tx, [address_id, inspection.address_id]))
    return 'License not created: open violations exist at this address.'
  // A completion may arrive days later, even in the next fiscal year.
  const date_issued = dayOf(observedAt ?? now, config.townZone)
  const fiscal_year = fiscalYearOf(date_issued)
  const expiration_date = expirationAtCreation(fiscal_year)
  const [made] = await tx
    .insert(licenses)
    .values({
      license_type: licenseType,
      ...{ inspection_id, address_id, business_id, paid, date_issued, fiscal_year, expiration_date },
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing({ target: licenses.inspection_id })
    .returning({ id: licenses.id })
  if (made) return `License created (#${made.id}). Expires ${expiration_date}.`
  // Somebody made it by hand in this moment.
  return licenseExists(await licenseOfInspection(tx, inspection_id))
}

const makePermit = async ({ tx, now }: Asking, { id: inspection_id, source, business_id, paid }: Completed) => {
  const standing = await permitOfInspection(tx, inspection_id)
  if (standing) return permitExists(standing)
  const [made] = await tx
    .insert(permits)
    .values({ permit_type: source, inspection_id, business_id, paid, created_at: now, updated_at: now })
    .onConflictDoNothing({ target: permits.inspection_id })
    .returning({ id: permits.id })
  if (made) return `Permit created (#${made.id}).`
  return permitExists(await permitOfInspection(tx, inspection_id))
}

/** A violation on any part of the address counts, unless it is pending trial or dismissed. */
const hasOpenViolation = async (tx: Asking['tx'], addressIds: (number | null)[]): Promise<boolean> => {
  const known = addressIds.filter((id) => id !== null)
  if (known.length === 0) return false
  const [open] = await tx
    .select({ id: violations.id })
    .from(violations)
    .where(and(inArray(violations.address_id, known), eq(violations.status, 0)))
    .limit(1)
  return open !== undefined
}

const addressOfBusiness = async (tx: Asking['tx'], businessId: number | null): Promise<number | null> => {
  if (businessId === null) return null
  const [business] = await tx
    .select({ address: businesses.address_id })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  return business?.address ?? null
}
