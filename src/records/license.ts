import type { Id } from '../contract/id.ts'
import { licenses } from '../contract/license.ts'
import { listQuery, oneQuery } from './query.ts'

export const allLicenses = () => listQuery('license', licenses.list, {})

export const licenseById = (licenseId: Id) => oneQuery('license', licenses.one, { licenseId }, licenseId)

export const licensesOfAddress = (addressId: Id) =>
  listQuery('license', licenses.ofAddress, { addressId }, { scope: { address_id: addressId }, hasOther: true })

/** The same by the list's own filter, for a server that does not know the call above (AD-30). */
export const licensesByAddress = (addressId: Id) =>
  listQuery('license', licenses.list, {}, { search: { address_id: addressId }, scope: { address_id: addressId } })
