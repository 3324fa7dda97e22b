import { businesses } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { listQuery, oneQuery } from './query.ts'
import { valueQuery } from './value.ts'

export const allBusinesses = () => listQuery('business', businesses.list, {})

export const businessById = (businessId: Id) => oneQuery('business', businesses.one, { businessId }, businessId)

/** The contacts of a business. Nothing in a contact says of whom it is one, so the answer is kept as it came (BU-02). */
export const contactsOfBusiness = (businessId: Id) =>
  valueQuery('business', businesses.contacts, { businessId }, { also: (rows) => ({ type: 'contact', rows }) })
