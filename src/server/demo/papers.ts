import { inspectionSources } from '../../contract/inspection.ts'
import { dayOf } from '../../rules/dates.ts'
import { expirationAtCreation, fiscalYearOf } from '../../rules/fiscal-year.ts'
import { makesRecords } from '../../rules/inspection-status.ts'
import { licenses, permits } from '../store/case-tables.ts'
import { type DemoContext, insertAll, itemAt } from './demo-context.ts'
import type { Visit } from './visits.ts'

const [, MULTIFAMILY, SINGLE_FAMILY, PERMIT, BUSINESS] = inspectionSources
const typeOfSource: Record<string, number> = { [BUSINESS]: 1, [SINGLE_FAMILY]: 2, [MULTIFAMILY]: 3 }

/** Stores the licences and permits of the finished visits, and some licences of earlier years without a visit. */
export const addPapers = async (
  context: DemoContext,
  visits: readonly Visit[],
): Promise<{ licenses: number; permits: number }> => {
  const ended = visits.filter(({ status, place }) => place && makesRecords(status))
  const fromVisits = ended.flatMap((visit, n) => planLicense(context, visit, n))
  const older = Array.from({ length: 14 }, (_, n) => planOlder(context, n))
  const newestLast = [...older, ...fromVisits].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const made = await insertAll(context.tx, licenses, newestLast)
  const issued = await insertAll(
    context.tx,
    permits,
    ended.filter(({ source }) => source === PERMIT).map((visit, n) => planPermit(context, visit, n)),
  )
  return { licenses: made.length, permits: issued.length }
}

const planLicense = ({ chance, calendar }: DemoContext, visit: Visit, n: number) => {
  const license_type = typeOfSource[visit.source]
  if (license_type === undefined) return []
  const date_issued = dayOf(visit.updated_at, calendar.zone)
  const fiscal_year = fiscalYearOf(date_issued)
  return [
    {
      license_type,
      license_number: chance.percent(80) ? `L-${fiscal_year.slice(2, 4)}-${String(n + 101)}` : null,
      inspection_id: visit.id,
      address_id: visit.place?.id ?? null,
      business_id: visit.business_id,
      paid: visit.paid,
      sent: visit.paid && chance.percent(70),
      revoked: n % 17 === 3,
      date_issued,
      fiscal_year,
      expiration_date: expirationAtCreation(fiscal_year),
      conditions: chance.percent(20) ? 'Handrail of the rear stair to be renewed before winter.' : null,
      created_at: visit.updated_at,
      updated_at: visit.updated_at,
    },
  ]
}

/** Licences that the office made without a visit (C-31): mostly paid and sent, mostly of a past year. */
const planOlder = ({ chance, calendar, places, businesses }: DemoContext, n: number) => {
  const created_at = calendar.daysAgo(chance.between(200, 720), 11)
  const date_issued = dayOf(created_at, calendar.zone)
  const fiscal_year = fiscalYearOf(date_issued)
  const license_type = (n % 3) + 1
  const business = itemAt(businesses, (n * 5) % businesses.length)
  return {
    license_type,
    license_number: `L-${fiscal_year.slice(2, 4)}-${String(n + 901)}`,
    inspection_id: null,
    address_id: license_type === 1 ? business.place.id : chance.pick(places).id,
    business_id: license_type === 1 ? business.id : null,
    paid: true,
    sent: true,
    revoked: false,
    date_issued,
    fiscal_year,
    expiration_date: expirationAtCreation(fiscal_year),
    conditions: null,
    created_at,
    updated_at: created_at,
  }
}

const planPermit = ({ chance, calendar }: DemoContext, visit: Visit, n: number) => {
  const isNumbered = chance.percent(75)
  return {
    permit_type: visit.source,
    permit_number: isNumbered ? `P-${String(n + 301)}` : null,
    inspection_id: visit.id,
    business_id: visit.business_id,
    paid: visit.paid,
    date_issued: isNumbered ? dayOf(visit.updated_at, calendar.zone) : null,
    expiration_date: isNumbered ? dayOf(new Date(visit.updated_at.getTime() + 180 * 86_400_000), calendar.zone) : null,
    conditions: chance.percent(30) ? 'Dumpster on planks, walk kept free, taken away by six on the last day.' : null,
    created_at: visit.updated_at,
    updated_at: visit.updated_at,
  }
}
