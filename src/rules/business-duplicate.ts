import { searchable } from './address-text.ts'

/** What identifies a business: its name at its address. */
interface BusinessPlace {
  name?: string | null
  address_id?: number | null
}

/** Shown if a new business has the name of one at its address; the existing one is offered instead. */
export const duplicateBusinessText = 'A business with this name already stands at this address.'

/**
 * Whether these are one business: the same name, ignoring case, at the same address. Chains exist at many addresses.
 */
export const isSameBusiness = (a: BusinessPlace, b: BusinessPlace): boolean =>
  Boolean(a.address_id) &&
  a.address_id === b.address_id &&
  searchable(a.name ?? '') !== '' &&
  searchable(a.name ?? '') === searchable(b.name ?? '')
