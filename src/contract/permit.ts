import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { OfAddressOrInspection } from './license.ts'
import { dayOrNull, lineOrNull, remarkOrNull, stamps } from './text.ts'

/** A permit, made from an inspection (EN-16, PM-02). */
export const Permit = z.object({
  id: idOf('permit'),
  permit_type: z.nullish(z.string()),
  permit_number: z.nullish(z.string()),
  inspection_id: idOf('inspection'),
  business_id: z.nullish(idOf('business')),
  address_id: z.nullish(idOf('address')),
  combadd: z.nullish(z.string()),
  paid: z.nullish(z.boolean()),
  date_issued: z.nullish(z.string()),
  expiration_date: z.nullish(z.string()),
  conditions: z.nullish(z.string()),
  ...stamps,
})
export type Permit = z.infer<typeof Permit>

/** A permit made by hand. No screen offers it, but the call is documented (PM-02, PM-03). */
export const NewPermit = z.object({
  inspection_id: idOf('inspection', 'Inspection ID is required.'),
  permit_type: lineOrNull,
  permit_number: lineOrNull,
  business_id: z.optional(z.nullable(idOf('business'))),
  paid: z._default(z.boolean(), false),
  date_issued: dayOrNull,
  expiration_date: dayOrNull,
  conditions: remarkOrNull,
})
export type NewPermit = z.infer<typeof NewPermit>

export const permits = {
  list: get('B116', '/permits/', z.array(Permit), OfAddressOrInspection),
  one: get('B117', '/permits/:permitId', Permit),
  ofAddress: get('B118', '/permits/address/:addressId', z.array(Permit)),
  /** One for each inspection: a second sending returns the existing permit. */
  add: post('B119', '/permits/', NewPermit, Permit, { repeat: 'unique' }),
}
