import type { Id } from '../contract/id.ts'
import { licenses } from '../contract/license.ts'
import { type Listing, listRange, narrowed } from './listing.ts'
import { listQuery, oneQuery } from './query.ts'

export const allLicenses = () => listQuery('license', licenses.list, {})

/** All licences, newest first, filtered by paid and sent; null means any (LC-01, LC-02). */
export const licenseListing = (paid: boolean | null, sent: boolean | null): Listing =>
  narrowed('license', [
    ...(paid === null ? [] : [listRange('paid', paid)]),
    ...(sent === null ? [] : [listRange('sent', sent)]),
  ])

export const licenseById = (licenseId: Id) => oneQuery('license', licenses.one, { licenseId }, licenseId)

export const licensesOfAddress = (addressId: Id) =>
  listQuery('license', licenses.ofAddress, { addressId }, { scope: { address_id: addressId }, hasOther: true })

/** The same by the filter of the general list, for a server without the call above (AD-30). */
export const licensesByAddress = (addressId: Id) =>
  listQuery('license', licenses.list, {}, { search: { address_id: addressId }, scope: { address_id: addressId } })
