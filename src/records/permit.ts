import type { Id } from '../contract/id.ts'
import { permits } from '../contract/permit.ts'
import { listQuery, oneQuery } from './query.ts'

/** All permits; they are made by the server from inspections (PM-02). */
export const allPermits = () => listQuery('permit', permits.list, {})

export const permitById = (permitId: Id) => oneQuery('permit', permits.one, { permitId }, permitId)

export const permitsOfAddress = (addressId: Id) =>
  listQuery('permit', permits.ofAddress, { addressId }, { scope: { address_id: addressId }, hasOther: true })

/** The same by the list's own filter, for a server that does not know the call above (AD-30). */
export const permitsByAddress = (addressId: Id) =>
  listQuery('permit', permits.list, {}, { search: { address_id: addressId }, scope: { address_id: addressId } })
