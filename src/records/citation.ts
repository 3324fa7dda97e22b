import { citations } from '../contract/citation.ts'
import type { Id } from '../contract/id.ts'
import { violations } from '../contract/violation.ts'
import { listQuery, oneQuery } from './query.ts'
import { valueQuery } from './value.ts'

export const allCitations = () => listQuery('citation', citations.list, {})

export const citationById = (citationId: Id) => oneQuery('citation', citations.one, { citationId }, citationId)

export const citationsOfViolation = (violationId: Id) =>
  listQuery('citation', violations.citations, { violationId }, { scope: { violation_id: violationId } })

/** The citations of an address. A documented server tells little more than ids here, too little to store as rows. */
export const citationsOfAddress = (addressId: Id) => valueQuery('citation', citations.ofAddress, { addressId })
