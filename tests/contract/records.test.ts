import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Address, AddressFields, NewAddress, VacancyStatus } from '../../src/contract/address.ts'
import { Area, NewArea } from '../../src/contract/area.ts'
import { Business, BusinessFields, NewBusiness } from '../../src/contract/business.ts'
import { Citation, NewCitation } from '../../src/contract/citation.ts'
import { CodeChip, CodeSection } from '../../src/contract/code.ts'
import { Comment, ContactComment, UnitCommentBody } from '../../src/contract/comment.ts'
import { commentIn } from '../../src/contract/comment-in.ts'
import { Contact, ContactDetail, ContactFields, NewContact } from '../../src/contract/contact.ts'
import { WeeklyCounts } from '../../src/contract/dashboard.ts'
import { formFields } from '../../src/contract/form-fields.ts'
import { Inspection, InspectionSource, inspections, NewInspection } from '../../src/contract/inspection.ts'
import { License, NewLicense } from '../../src/contract/license.ts'
import { Observation, PotentialObservation } from '../../src/contract/observation.ts'
import { Permit } from '../../src/contract/permit.ts'
import { Attachment, Photo } from '../../src/contract/photo.ts'
import { recordSchemas } from '../../src/contract/records.ts'
import { Prompt, Room } from '../../src/contract/room.ts'
import { Unit } from '../../src/contract/unit.ts'
import { User, UserChip } from '../../src/contract/user.ts'
import { DeadlineChoice, NewViolation, Violation, ViolationType, violations } from '../../src/contract/violation.ts'

const fieldsOf = (schema: { shape: object }) => Object.keys(schema.shape)
const has = (schema: { shape: object }, fields: string) =>
  expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields.split(' ')))
const messages = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? []

test('EN-01 a user has its fields, and a role from 0 to 3', () => {
  has(User, 'id name email phone role created_at updated_at')
  const user = { id: 1, email: 'ons@town.example', role: 1 }
  expect(messages(User, user)).toEqual([])
  for (const role of [-1, 4, 1.5, '1']) expect(messages(User, { ...user, role })).not.toEqual([])
})

test('EN-02 an address has its fields, and keeps those that a whole save must give back', () => {
  has(
    Address,
    'id combadd property_name aka streetnumb streetname ownername owneraddress ownerzip ownerstate vacancy_status district property_id landusecode zoning property_type owneroccupiedin latitude longitude',
  )
  has(Address, 'pid ownercity streettype premisezip vacant absent outstanding name proptype created_at updated_at')
})

test('EN-03 a unit has its fields', () => has(Unit, 'id number address_id'))

test('EN-04 a comment has its fields, its author and its photos', () => {
  has(Comment, 'id content created_at user user_id address_id unit_id photos')
  has(UserChip, 'name email')
  has(Photo, 'url filename')
})

test('EN-05 a contact has its fields, and its page has its links', () => {
  has(Contact, 'id name email phone notes')
  has(ContactDetail, 'id name email phone notes addresses businesses inspections permits complaints')
})

test('EN-06 a contact comment has its fields, and its attachments theirs', () => {
  has(ContactComment, 'id comment created_at updated_at')
  has(Attachment, 'url filename content_type')
})

test('EN-07 a business has its fields', () =>
  has(
    Business,
    'id name trading_as email phone website unit_id address_id address is_closed opened_on employee_count created_at updated_at',
  ))

test('EN-08 an inspection has its fields, its address, inspector and contact', () => {
  has(
    Inspection,
    'id source status address address_id unit_id business_id inspector_id inspector contact description scheduled_datetime status_message created_at updated_at',
  )
  const address = { id: 3, combadd: '1 Elm St', ownername: 'A. Owner', secret: 'not asked for' }
  expect(z.parse(Inspection, { id: 1, source: 'Complaint', address }).address).toEqual({
    id: 3,
    combadd: '1 Elm St',
    ownername: 'A. Owner',
  })
})

test('EN-09 a new inspection carries its fields and its attachments in one form', () => {
  has(
    NewInspection,
    'address_id source scheduled_datetime contact_id new_contact_name new_contact_email new_contact_phone paid inspector_id business_id unit_id description',
  )
  expect(inspections.add).toMatchObject({ encoding: 'form', files: 'attachments' })
})

test('EN-10 an area has its fields', () => has(Area, 'id name unit_id notes room_id'))

test('EN-11 a room and a prompt have their fields', () => {
  has(Room, 'id name')
  has(Prompt, 'id content room_id')
})

test('EN-12 an observation has its fields, and in the review its area and unit', () => {
  has(Observation, 'id content potentialvio user_id codes photos')
  has(CodeChip, 'id chapter section name')
  has(PotentialObservation, 'id content codes photos area_name unit_number created_at')
})

test('EN-13 a violation has its fields', () =>
  has(
    Violation,
    'id address_id combadd status deadline deadline_date extend violation_type inspection_id user_id user codes comment violation_comments created_at updated_at',
  ))

test('EN-14 CT-06 a citation has its fields, and lets a status under another name or as text through', () => {
  has(
    Citation,
    'id citationid violation_id fine deadline code_id code_name code_description user_id user status trial_date combadd created_at updated_at',
  )
  const other = { id: 1, violation_id: 2, citation_status: 'Pending Trial' }
  expect(z.parse(Citation, other)).toMatchObject(other)
})

test('EN-15 a licence has its fields', () =>
  has(
    License,
    'id license_type license_number business_id address_id combadd inspection_id paid sent date_issued fiscal_year expiration_date created_at updated_at',
  ))

test('EN-16 a permit has its fields', () =>
  has(
    Permit,
    'id permit_type permit_number inspection_id address_id combadd paid date_issued expiration_date conditions created_at updated_at',
  ))

test('EN-17 a code section has its fields', () =>
  has(CodeSection, 'id chapter section name description created_at updated_at'))

test('EN-18 the weekly counts have their six figures', () =>
  has(
    WeeklyCounts,
    'comments_this_workweek_count comments_last_workweek_count inspections_this_workweek_count inspections_last_workweek_count violations_this_workweek_count violations_last_workweek_count',
  ))

test('G-08 every record carries the stamps of its making and its last change', () => {
  for (const schema of Object.values(recordSchemas)) has(schema, 'id created_at updated_at')
})

test('G-18 observations of the field may say when they were made', () => {
  for (const body of [NewArea, NewInspection, NewViolation, NewCitation, NewContact]) has(body, 'observed_at')
})

test('AD-08 the address form offers exactly its twelve fields, and leaves out missing ones', () => {
  expect(fieldsOf(AddressFields).toSorted()).toEqual(
    'aka combadd district owneraddress ownername ownerstate ownerzip property_id property_name streetname streetnumb vacancy_status'.split(
      ' ',
    ),
  )
  expect(z.parse(AddressFields, { aka: ' The Pines ', district: '  ' })).toEqual({ aka: 'The Pines', district: null })
})

test('VA-07 a new address requires nothing, VA-03 a vacancy status is one of four', () => {
  expect(messages(NewAddress, {})).toEqual([])
  expect(messages(VacancyStatus, 'potentially vacant')).toEqual([])
  expect(messages(VacancyStatus, 'bogus')).not.toEqual([])
})

test('CO-03 a new contact: name required, email of valid form, all trimmed, blank sent as null', () => {
  expect(z.parse(NewContact, { name: ' Ann ', email: ' ', phone: '' })).toEqual({
    name: 'Ann',
    email: null,
    phone: null,
  })
  expect(z.parse(NewContact, { name: 'Ann', email: ' ann@mail.example ' }).email).toBe('ann@mail.example')
  expect(messages(NewContact, { name: '  ' })).toEqual(['Name is required'])
  expect(messages(NewContact, { name: 'Ann', email: 'ann@' })).toEqual(['Enter a valid email address'])
})

test('CO-16 saving a contact leaves notes out unless they are given back', () => {
  expect(z.parse(ContactFields, { name: 'Ann' })).not.toHaveProperty('notes')
})

test('CF-03 CF-04 a violation takes the six deadlines and two types only, CF-12 and may name its inspection', () => {
  expect(DeadlineChoice.options).toEqual(['Immediate', '1 day', '3 days', '7 days', '14 days', '30 days'])
  expect(ViolationType.options).toEqual(['doorhanger', 'Formal Notice'])
  const bare = { address_id: 1, user_id: 2 }
  expect(z.parse(NewViolation, bare)).toMatchObject({ deadline: 'Immediate', violation_type: 'doorhanger', codes: [] })
  expect(messages(NewViolation, { ...bare, deadline: '2 days' })).not.toEqual([])
  expect(z.parse(NewViolation, { ...bare, inspection_id: -4 }).inspection_id).toBe(-4)
})

test('CF-25 the sources of an inspection are exactly five', () => {
  expect(InspectionSource.options).toEqual([
    'Complaint',
    'Multifamily License',
    'Single Family License',
    'Building/Dumpster/POD permit',
    'Business License',
  ])
})

test('CF-36 CF-37 a business needs name and address; blanks become null; staff is a number from 0', () => {
  expect(messages(NewBusiness, { name: ' ', address_id: 1 })).toEqual(['Name and Address are required.'])
  const made = z.parse(NewBusiness, { name: 'Bakery', address_id: 1, opened_on: '', website: ' ' })
  expect(made).toMatchObject({ opened_on: null, website: null, employee_count: null, unit_id: null, is_closed: false })
  expect(messages(NewBusiness, { name: 'B', address_id: 1, employee_count: -1 })).not.toEqual([])
})

test('BU-04 editing a business: a web address, a real day, and only changed fields', () => {
  expect(z.parse(BusinessFields, { is_closed: true })).toEqual({ is_closed: true })
  expect(messages(BusinessFields, { website: 'not a site' })).not.toEqual([])
  expect(messages(BusinessFields, { website: 'javascript:alert(1)' })).not.toEqual([])
  expect(messages(BusinessFields, { opened_on: '2026-02-30' })).not.toEqual([])
})

test('CT-11 CT-12 CT-13 CT-14 a citation: fine from 0, a deadline, a code, status 0 at first', () => {
  const citation = { violation_id: 1, user_id: 2, fine: 200, deadline: '2026-12-11', code_id: 3 }
  expect(z.parse(NewCitation, citation).status).toBe(0)
  for (const [field, value] of [
    ['fine', -1],
    ['fine', Number.NaN],
    ['deadline', ''],
    ['code_id', undefined],
  ] as const)
    expect(messages(NewCitation, { ...citation, [field]: value }), field).not.toEqual([])
})

test('LC-05 LC-06 a licence of type 1 needs a business, of types 2 and 3 an address', () => {
  const license = { license_type: 1, paid: false }
  expect(messages(NewLicense, license)).toEqual(['Please select a business for this license.'])
  expect(messages(NewLicense, { ...license, license_type: 3 })).toEqual(['Please select an address for this license.'])
  expect(messages(NewLicense, { ...license, business_id: 4 })).toEqual([])
})

test('C-24 UN-13 a unit comment is accepted flat and nested, and never blank', () => {
  const comment = { content: 'Door open', user_id: 1, address_id: 2, unit_id: 3 }
  for (const body of [comment, { comment }]) expect(commentIn(z.parse(UnitCommentBody, body))).toEqual(comment)
  expect(messages(UnitCommentBody, { comment: { ...comment, content: ' ' } })).not.toEqual([])
})

test('B82 B83 a blank schedule clears it, and a blank or missing assignee means none', () => {
  const { schedule, assign } = inspections
  expect(z.parse(schedule.body, { scheduled_datetime: '' })).toEqual({ scheduled_datetime: '' })
  expect(z.parse(schedule.body, {})).toEqual({ scheduled_datetime: '' })
  expect(messages(schedule.body, { scheduled_datetime: 'tomorrow' })).toEqual([
    'Invalid datetime format. Use YYYY-MM-DDTHH:MM',
  ])
  for (const body of [{ inspector_id: '' }, { inspector_id: null }, {}])
    expect(z.parse(assign.body, body)).toEqual({ inspector_id: null })
  expect(z.parse(assign.body, { inspector_id: '7' })).toEqual({ inspector_id: 7 })
  for (const wrong of ['x', '7a', '0', '1.5', 'NaN'])
    expect(messages(assign.body, { inspector_id: wrong })).not.toEqual([])
})

test('VD-03 an extension is a whole number of days, from 0 to ten years', () => {
  for (const extend of [-5, 1.5, 1e9, '3']) expect(messages(violations.extend.body, { extend })).not.toEqual([])
  expect(messages(violations.extend.body, { extend: 33 })).toEqual([])
})

test('CF-44 a form leaves out fields without a value, and sends yes and no as words', () => {
  const body = z.parse(NewInspection, { source: 'Complaint', address_id: 4, description: ' ', paid: 'true' })
  expect(formFields(body)).toEqual([
    ['source', 'Complaint'],
    ['address_id', '4'],
    ['paid', 'true'],
  ])
})
