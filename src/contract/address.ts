import * as z from 'zod/mini'
import { Comment } from './comment.ts'
import { Contact, LinkContact } from './contact.ts'
import { get, patch, post, put, remove } from './endpoint.ts'
import { pageParams, SearchQuery } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { Inspection } from './inspection.ts'
import { Photo } from './photo.ts'
import { anyLine, anyRemark, clearableLine, lineOrNull, stamps } from './text.ts'
import { NewViolation, Violation } from './violation.ts'

const text = z.nullish(z.string())

/**
 * A property of the town (EN-02), with every field that the documented server stores: saving sends the whole record,
 * and a field that was not kept here would be cleared there.
 */
export const Address = z.object({
  id: idOf('address'),
  combadd: text,
  property_name: text,
  name: text,
  aka: text,
  pid: text,
  streetnumb: text,
  streetname: text,
  streettype: text,
  premisezip: text,
  ownername: text,
  owneraddress: text,
  ownercity: text,
  ownerstate: text,
  ownerzip: text,
  vacancy_status: text,
  vacant: text,
  absent: text,
  district: text,
  property_id: text,
  landusecode: text,
  zoning: text,
  property_type: text,
  proptype: z.nullish(z.int()),
  /** 'Y' if the owner lives there. */
  owneroccupiedin: text,
  outstanding: z.nullish(z.boolean()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  ...stamps,
})
export type Address = z.infer<typeof Address>

const line = z.nullish(anyLine)
/** Not in any form: it is sent back unchanged, however long it is. */
const givenBack = z.nullish(anyRemark)

/** The body of a save: the whole record, including its stamps; a missing field is stored as null. */
export const WholeAddress = z.extend(z.omit(Address, { id: true }), {
  combadd: line,
  property_name: line,
  name: givenBack,
  aka: line,
  pid: line,
  streetnumb: line,
  streetname: line,
  streettype: givenBack,
  premisezip: givenBack,
  ownername: line,
  owneraddress: line,
  ownercity: givenBack,
  ownerstate: line,
  ownerzip: line,
  vacancy_status: line,
  vacant: givenBack,
  absent: givenBack,
  district: line,
  property_id: line,
  landusecode: givenBack,
  zoning: givenBack,
  property_type: givenBack,
  owneroccupiedin: givenBack,
  created_at: line,
  updated_at: line,
})
export type WholeAddress = z.infer<typeof WholeAddress>

/** The fields in the edit form of an address (AD-08). */
export const AddressFields = z.object({
  combadd: clearableLine,
  property_name: clearableLine,
  aka: clearableLine,
  streetnumb: clearableLine,
  streetname: clearableLine,
  ownername: clearableLine,
  owneraddress: clearableLine,
  ownerzip: clearableLine,
  ownerstate: clearableLine,
  vacancy_status: clearableLine,
  district: clearableLine,
  property_id: clearableLine,
})
export type AddressFields = z.infer<typeof AddressFields>

/** A new address; nothing is required (VA-07). */
export const NewAddress = z.object({
  combadd: lineOrNull,
  property_name: lineOrNull,
  aka: lineOrNull,
  streetnumb: lineOrNull,
  streetname: lineOrNull,
  ownername: lineOrNull,
  owneraddress: lineOrNull,
  ownerzip: lineOrNull,
  ownerstate: lineOrNull,
  vacancy_status: lineOrNull,
  district: lineOrNull,
  property_id: lineOrNull,
})
export type NewAddress = z.infer<typeof NewAddress>

/** Only these; any may follow any (VA-03). */
export const vacancyStatuses = ['occupied', 'potentially vacant', 'vacant', 'registered'] as const
export const VacancyStatus = z.enum(vacancyStatuses)
export type VacancyStatus = z.infer<typeof VacancyStatus>

export const addresses = {
  search: get('B3', '/addresses/search', z.array(Address), SearchQuery),
  list: get('B4', '/addresses/', z.array(Address), z.object(pageParams)),
  one: get('B5', '/addresses/:addressId', Address),
  save: put('B6', '/addresses/:addressId', WholeAddress, Address),
  add: post('B7', '/addresses/', NewAddress, Address),
  contacts: get('B10', '/addresses/:addressId/contacts', z.array(Contact)),
  linkContact: post('B11', '/addresses/:addressId/contacts', LinkContact, z.array(Contact), { repeat: 'set' }),
  unlinkContact: remove('B12', '/addresses/:addressId/contacts/:contactId', z.array(Contact)),
  photos: get('B13', '/addresses/:addressId/photos', z.array(Photo)),
  comments: get('B14', '/addresses/:addressId/comments', z.array(Comment)),
  violations: get('B15', '/addresses/:addressId/violations', z.array(Violation)),
  inspections: get('B16', '/addresses/:addressId/inspections', z.array(Inspection)),
  addViolation: post('B17', '/addresses/:addressId/violations', NewViolation, Violation),
  /** All except the occupied ones. */
  byVacancyStatus: get('B18', '/addresses/by-vacancy-status', z.array(Address)),
  setVacancyStatus: patch(
    'B19',
    '/addresses/:addressId/vacancy-status',
    z.object({ vacancy_status: VacancyStatus }),
    Address,
  ),
}
