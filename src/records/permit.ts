import type { Id } from '../contract/id.ts'
import { permits } from '../contract/permit.ts'
import { listQuery, oneQuery } from './query.ts'

/** All permits. The server makes them from inspections (PM-02). */
export const allPermits = () => listQuery('permit', permits.list, {})

export const permitById = (permitId: Id) => oneQuery('permit', permits.one, { permitId }, permitId)

export const permitsOfAddress = (addressId: Id) =>
  listQuery('permit', permits.ofAddress, { addressId }, { scope: { address_id: addressId }, hasOther: true })

/** The same by the filter of the general list, for a server without the call above (AD-30). */
export const permitsByAddress = (addressId: Id) =>
  listQuery('permit', permits.list, {}, { search: { address_id: addressId }, scope: { address_id: addressId } })
