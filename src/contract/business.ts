import * as z from 'zod/mini'
import { AddressChip } from './address-chip.ts'
import { Contact, LinkContact } from './contact.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { pageParams, SearchQuery } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { nullAs } from './null-as.ts'
import { clearableLine, dayOrNull, enteredDay, filledLine, lineOrNull, stamps, upTo, webAddressOrNull } from './text.ts'
import { textLimits } from './text-limits.ts'

/** A business at an address, or in one unit of it (EN-07). */
export const Business = z.object({
  id: idOf('business'),
  name: nullAs(z.nullable(z.string()), null),
  trading_as: z.nullish(z.string()),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  website: z.nullish(z.string()),
  address_id: z.nullish(idOf('address')),
  address: z.nullish(AddressChip),
  /** Null means the whole building (CF-37). */
  unit_id: z.nullish(idOf('unit')),
  is_closed: z.nullish(z.boolean()),
  opened_on: z.nullish(z.string()),
  employee_count: z.nullish(z.int()),
  ...stamps,
})
export type Business = z.infer<typeof Business>

/** Shown for a business without a name or an address (CF-36). */
export const nameAndAddress = 'Name and Address are required.'
const employees = z.nullable(z.int('Enter a whole number').check(z.gte(0, 'Enter 0 or more')))

/** A business from the form (CF-36, CF-37). */
export const NewBusiness = z.object({
  name: filledLine(nameAndAddress),
  address_id: idOf('address'),
  unit_id: z._default(z.nullable(idOf('unit')), null),
  trading_as: lineOrNull,
  email: lineOrNull,
  phone: lineOrNull,
  website: webAddressOrNull,
  is_closed: z._default(z.boolean(), false),
  opened_on: dayOrNull,
  employee_count: z._default(employees, null),
})
export type NewBusiness = z.infer<typeof NewBusiness>

/** The changed fields of a business (BU-04); a missing field stays unchanged. */
export const BusinessFields = z.object({
  name: z.optional(filledLine(nameAndAddress)),
  address_id: z.optional(idOf('address')),
  unit_id: z.optional(z.nullable(idOf('unit'))),
  trading_as: clearableLine,
  email: clearableLine,
  phone: clearableLine,
  website: z.optional(
    z.nullable(
      z.union([
        z.url({ protocol: /^https?$/, error: 'Enter a web address' }).check(upTo(textLimits.webAddress)),
        z.literal(''),
      ]),
    ),
  ),
  is_closed: z.optional(z.boolean()),
  opened_on: z.optional(z.nullable(enteredDay())),
  employee_count: z.optional(employees),
})
export type BusinessFields = z.infer<typeof BusinessFields>

export const businesses = {
  list: get('B43', '/businesses/', z.array(Business), z.object(pageParams)),
  one: get('B44', '/businesses/:businessId', Business),
  search: get('B45', '/businesses/search', z.array(Business), SearchQuery),
  add: post('B46', '/businesses/', NewBusiness, Business, { repeat: 'unique' }),
  save: patch('B47', '/businesses/:businessId', BusinessFields, Business),
  contacts: get('B48', '/businesses/:businessId/contacts', z.array(Contact)),
  linkContact: post('B49', '/businesses/:businessId/contacts', LinkContact, z.array(Contact), { repeat: 'set' }),
  unlinkContact: remove('B50', '/businesses/:businessId/contacts/:contactId', z.array(Contact)),
}
