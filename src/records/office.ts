import { audit } from '../contract/audit.ts'
import { sync } from '../contract/sync.ts'
import { valueQuery } from './value.ts'

/** What each phone last reported about its unsent work, the oldest work first. */
export const phones = () => valueQuery('user', sync.devices, {}, { hasOther: true })

/** The filters of the log of changes; '' means any. */
interface AuditFilter {
  user: string
  type: string
  record: string
}

/** Entries of the log on one page. */
export const auditPageSize = 50

/**
 * One page of the log, newest first; the first is 1. It asks for one entry more than a page, to know whether there is
 * another page.
 */
export const auditPage = ({ user, type, record }: AuditFilter, page: number) =>
  valueQuery(
    'user',
    audit.list,
    {},
    {
      // A server without the call has no log, which is not the same as an empty one.
      hasOther: true,
      search: {
        skip: (page - 1) * auditPageSize,
        limit: auditPageSize + 1,
        ...(user && { user_id: Number(user) }),
        ...(type && { record_type: type }),
        ...(record && { record_id: Number(record) }),
      },
    },
  )
