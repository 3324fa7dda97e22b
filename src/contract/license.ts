import * as z from 'zod/mini'
import { get, post, put } from './endpoint.ts'
import { fieldIdOrNull } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { clearableKept, clearableLine, dayOrNull, enteredDay, lineOrNull, stamps } from './text.ts'

/** A licence (EN-15). Type 1 Business, 2 Single Family, 3 Multifamily; 0 also reads as Business (LC-03). */
export const License = z.object({
  id: idOf('license'),
  license_type: z.int(),
  license_number: z.nullish(z.string()),
  business_id: z.nullish(idOf('business')),
  address_id: z.nullish(idOf('address')),
  combadd: z.nullish(z.string()),
  /** Null if it was made by hand (C-31). */
  inspection_id: z.nullish(idOf('inspection')),
  /** Of its inspection; null for the whole building. */
  unit_id: z.nullish(idOf('unit')),
  paid: z.nullish(z.boolean()),
  sent: z.nullish(z.boolean()),
  revoked: z.nullish(z.boolean()),
  date_issued: z.nullish(z.string()),
  expiration_date: z.nullish(z.string()),
  /** '2024-2025'. */
  fiscal_year: z.nullish(z.string()),
  conditions: z.nullish(z.string()),
  ...stamps,
})
export type License = z.infer<typeof License>

const LicenseType = z.literal([1, 2, 3])

const fiscalYear = z.string().check(z.regex(/^\d{4}-\d{4}$/, 'Enter a fiscal year such as 2024-2025'))

/** A licence from the dialog (LC-04 to LC-09): type 1 needs a business, types 2 and 3 an address. */
export const NewLicense = z
  .object({
    license_type: LicenseType,
    license_number: lineOrNull,
    paid: z.boolean(),
    sent: z._default(z.boolean(), false),
    date_issued: dayOrNull,
    expiration_date: dayOrNull,
    fiscal_year: z.optional(z.nullable(fiscalYear)),
    business_id: z.optional(z.nullable(idOf('business'))),
    address_id: z.optional(z.nullable(idOf('address'))),
    inspection_id: z.optional(z.nullable(idOf('inspection'))),
  })
  .check(
    z.refine((it) => it.license_type !== 1 || Boolean(it.business_id || it.inspection_id), {
      path: ['business_id'],
      error: 'Please select a business for this license.',
    }),
    z.refine((it) => it.license_type === 1 || Boolean(it.address_id || it.inspection_id), {
      path: ['address_id'],
      error: 'Please select an address for this license.',
    }),
  )
export type NewLicense = z.infer<typeof NewLicense>

/** The changed fields of a licence (LC-11, LC-12). */
const LicenseFields = z.object({
  license_type: z.optional(LicenseType),
  license_number: clearableLine,
  business_id: z.optional(z.nullable(idOf('business'))),
  paid: z.optional(z.boolean()),
  sent: z.optional(z.boolean()),
  revoked: z.optional(z.nullable(z.boolean())),
  date_issued: z.optional(z.nullable(enteredDay())),
  expiration_date: z.optional(z.nullable(enteredDay())),
  fiscal_year: z.optional(z.nullable(fiscalYear)),
  conditions: clearableKept,
})

/** Documented servers know only `inspection_id` and return the whole list for an address. */
export const OfAddressOrInspection = z.object({
  address_id: fieldIdOrNull('address'),
  inspection_id: fieldIdOrNull('inspection'),
})

export const licenses = {
  list: get('B111', '/licenses/', z.array(License), OfAddressOrInspection),
  one: get('B112', '/licenses/:licenseId', License),
  ofAddress: get('B113', '/licenses/address/:addressId', z.array(License)),
  add: post('B114', '/licenses/', NewLicense, License),
  save: put('B115', '/licenses/:licenseId', LicenseFields, License),
}
