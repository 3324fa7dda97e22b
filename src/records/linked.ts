import { addresses } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { complaints } from '../contract/inspection.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { listQuery } from './query.ts'
import { valueQuery } from './value.ts'

/** The contacts of an address (AD-03). */
export const contactsOfAddress = (addressId: Id) =>
  valueQuery(
    'address',
    addresses.contacts,
    { addressId },
    {
      also: (rows) => ({ type: 'contact', rows }),
    },
  )

/** The files of an address: those of its comments (G-24). */
export const photosOfAddress = (addressId: Id) => valueQuery('address', addresses.photos, { addressId })

export const complaintsOfAddress = (addressId: Id) =>
  listQuery('inspection', complaints.ofAddress, { addressId }, { scope: { address_id: addressId }, only: isComplaint })
