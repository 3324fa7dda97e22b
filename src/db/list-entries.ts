import type { RecordType } from '../contract/id.ts'
import { citationStatusOf } from '../rules/citation-status.ts'
import { complaintStatus } from '../rules/complaint-status.ts'
import { wallTime } from '../rules/dates.ts'
import { plainEmail } from '../rules/email.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { inspectionStatusText, isPending } from '../rules/inspection-status.ts'
import { nameKey } from '../rules/name-key.ts'
import { isOpenVisit } from '../rules/open-visit.ts'
import { commentAuthor } from '../rules/recent-comments.ts'
import { dueKey, idKey, newestIdKey, newestKey } from '../rules/sort-key.ts'
import { isVacant } from '../rules/vacancy.ts'
import type { Rows } from './rows.ts'

/** Separates the parts of an entry. PostgreSQL stores no text with this character, and it sorts before every other. */
const divider = '\0'

/** The prefix of all entries of a list: its name, and the values that its rows have. */
export const listStart = (name: string, ...values: (string | number | boolean)[]): string =>
  [name, ...values.map((it) => String(it).replaceAll(divider, '')), ''].join(divider)

interface Created {
  id: number
  created_at?: string | null
}

const newest = ({ id, created_at }: Created): string => newestKey(created_at) + newestIdKey(id)

/** CP-01. Complaints with equal times are in the order of their numbers. */
const complaintOrder = ({ id, created_at, updated_at }: Rows['inspection']): string =>
  newestKey(created_at) + newestKey(updated_at) + idKey(id)

/** LC-02. Licences are only made at the office, so none has a local id. */
const licenseOrder = ({ id, created_at, date_issued }: Rows['license']): string =>
  newestKey(created_at) + newestKey(date_issued) + newestIdKey(id)

const byName = ({ id, name }: { id: number; name?: string | null }): string => `${nameKey(name)}${divider}${idKey(id)}`

/**
 * The lists that contain a row, each with a place that no other row has. They are stored with the row in the index
 * `listKeys`, so that a list of thousands is read by the page and counted without reading its rows. A change here
 * needs a new schema in `database.ts`, with `enterIntoLists` as its upgrade.
 */
export const listEntries: { [Type in RecordType]?: (row: Rows[Type]) => string[] } = {
  inspection(row) {
    // IL-01 takes the day of the schedule as it is written.
    const day = wallTime(row.scheduled_datetime)?.slice(0, 10)
    const open = [
      ...(row.inspector_id != null && isPending(row.status) ? [listStart('pending', row.inspector_id)] : []),
      ...(day ? [listStart('day') + day] : []),
      ...(isOpenVisit(row)
        ? [listStart(day && row.inspector_id ? 'placed' : 'unplaced') + (day ?? '~') + idKey(row.id)]
        : []),
    ]
    if (isComplaint(row)) {
      const order = complaintOrder(row)
      return [
        ...open,
        listStart('complaint') + order,
        listStart('complaintStatus', complaintStatus(row.status)) + order,
      ]
    }
    const order = newest(row)
    return [
      ...open,
      listStart('all') + order,
      listStart('source', row.source ?? '') + order,
      listStart('status', inspectionStatusText(row.status)) + order,
    ]
  },
  violation(row) {
    const order = newest(row)
    const email = plainEmail(row.user?.email)
    return [
      listStart('all') + order,
      listStart('status', row.status) + order,
      ...(email ? [listStart('email', email) + order] : []),
      ...(row.status === 0 && row.user_id != null ? [listStart('active', row.user_id)] : []),
    ]
  },
  citation(row) {
    const order = newest(row)
    const status = citationStatusOf(row)
    const due = status === 1 || status === 3 ? '' : dueKey(row.deadline)
    return [
      listStart('all') + order,
      ...(status === null ? [] : [listStart('status', status) + order]),
      ...(due ? [listStart('due') + due] : []),
    ]
  },
  license(row) {
    const order = licenseOrder(row)
    return [
      listStart('all') + order,
      listStart('paid', Boolean(row.paid)) + order,
      listStart('sent', Boolean(row.sent)) + order,
    ]
  },
  permit: (row) => [listStart('all') + newest(row)],
  comment(row) {
    const order = newest(row)
    const author = commentAuthor(row)
    return [listStart('all') + order, ...(author === null ? [] : [listStart('by', author) + order])]
  },
  contact: (row) => [listStart('all') + byName(row)],
  business(row) {
    const order = byName(row)
    return [listStart('all') + order, ...(row.address_id == null ? [] : [listStart('address', row.address_id) + order])]
  },
  address: ({ vacancy_status }) => (isVacant(vacancy_status) ? [listStart('vacant')] : []),
}
