import { type Statistics, statistics } from '../contract/statistics.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { statisticsOf } from '../rules/statistics.ts'
import type { Period } from '../rules/statistics-period.ts'
import { valueQuery } from './value.ts'

/** The town's figures of a period, counted at the office. Documented servers do not have this call. */
export const statisticsOfPeriod = ({ from, to }: Period) =>
  valueQuery('violation', statistics.of, {}, { search: { from, to }, isOne: true, hasOther: true })

/** The same figures from this device's records, including unsent ones. These are seldom all of the town's. */
export async function heldStatistics(
  db: DeviceDatabase,
  period: Period,
  where: { now: Date; zone: string },
): Promise<Statistics> {
  const [inspections, violations, citations, services] = await Promise.all([
    db.rows('inspection').toArray(),
    db.rows('violation').toArray(),
    db.rows('citation').toArray(),
    db.rows('service').toArray(),
  ])
  return statisticsOf({ inspections, violations, citations, services }, period, where)
}
