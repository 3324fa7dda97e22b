import { citationStatusOf } from './citation-status.ts'
import { townZone } from './dates.ts'
import { isPastDue } from './deadline.ts'
import { newestFirst } from './list-order.ts'

/** The choices for sorting the citations of an address, besides newest first (AD-27). */
export const citationOrders = [
  ['unpaid', 'Unpaid first'],
  ['pastDue', 'Past due first'],
] as const

/** The fields of a citation that its order depends on. */
interface OrderedCitation extends Readonly<Record<string, unknown>> {
  id: number
  created_at?: string | null
  deadline?: string | null
}

/** Citations newest first; with `unpaid` or `pastDue`, those first (AD-27). */
export function inCitationOrder<Row extends OrderedCitation>(
  rows: readonly Row[],
  order: string,
  now: Date,
  zone: string = townZone,
): Row[] {
  const newest = newestFirst(rows)
  const isFirst = (row: Row): boolean => {
    const status = citationStatusOf(row)
    return order === 'unpaid' ? status === 0 : isPastDue({ status, deadline: row.deadline }, now, zone)
  }
  if (!citationOrders.some(([name]) => name === order)) return newest
  return [...newest.filter(isFirst), ...newest.filter((row) => !isFirst(row))]
}
