import { addresses } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { oneQuery } from './query.ts'

export const addressById = (addressId: Id) => oneQuery('address', addresses.one, { addressId }, addressId)
