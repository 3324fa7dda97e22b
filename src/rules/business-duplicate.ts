import { searchable } from './address-text.ts'

/** What tells a business from the others: its name at its address. */
interface BusinessPlace {
  name?: string | null
  address_id?: number | null
}

/** Said when a new business has the name of one at its address; that one is offered instead. */
export const duplicateBusinessText = 'A business with this name already stands at this address.'

/** Are these one business: the same name, whatever its case, at the same address? Chains have a house in many places. */
export const isSameBusiness = (a: BusinessPlace, b: BusinessPlace): boolean =>
  Boolean(a.address_id) &&
  a.address_id === b.address_id &&
  searchable(a.name ?? '') !== '' &&
  searchable(a.name ?? '') === searchable(b.name ?? '')
