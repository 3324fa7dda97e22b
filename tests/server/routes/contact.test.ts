import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../src/contract/address.ts'
import { businesses } from '../../../src/contract/business.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, ask, atOnce, refusal, send } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const add = (body: object) => ask(town, contacts.add, { body })
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('a new contact', () => {
  test('CO-03 is trimmed; blank email and phone are none; name and a valid email are required', async () => {
    expect(await add({ name: ' Ada ', email: ' ', phone: '' })).toMatchObject({ name: 'Ada', email: null, phone: null })
    expect(await refusal(town, contacts.add, { body: { name: ' ' } })).toBe('422 Name is required')
    expect(await refusal(town, contacts.add, { body: { name: 'Ada', email: 'no mail' } })).toBe(
      '422 Enter a valid email address',
    )
  })

  test('CO-04 with the email or the phone digits of another is 409, also when two are sent at once', async () => {
    await add({ name: 'Bo', email: 'bo@town.example', phone: '(410) 555-0101' })
    const taken = '409 Contact with this email or phone already exists'
    expect(await refusal(town, contacts.add, { body: { name: 'B', email: 'BO@town.example' } })).toBe(taken)
    expect(await refusal(town, contacts.add, { body: { name: 'B', phone: '410.555.0101' } })).toBe(taken)
    const outcomes = await atOnce(town, 6, () => add({ name: 'Cy', phone: '4105550102' }))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // Two people without email and phone are two people.
    await add({ name: 'Dan' })
    await add({ name: 'Dan' })
  })
})

describe('finding contacts', () => {
  beforeAll(async () => {
    for (const body of [
      { name: 'Zoe Finder', email: 'zoe@find.example', phone: '(443) 777-1234' },
      { name: 'abe finder', email: 'abe_1@find.example' },
      { name: 'Moe Finder', email: 'abex1@find.example' },
    ])
      await add(body)
  })

  test('C-13 both search calls match name, email and phone digits; C-37 by name whatever the case', async () => {
    for (const call of [contacts.list, contacts.find] as const) {
      const find = async (search: string) => names(await ask(town, call, { search: { search } }))
      expect(await find('finder')).toEqual(['abe finder', 'Moe Finder', 'Zoe Finder'])
      expect(await find('ZOE@find')).toEqual(['Zoe Finder'])
      expect(await find('443-777')).toEqual(['Zoe Finder'])
    }
    expect(names(await ask(town, contacts.search, { search: { query: '4437771234' } }))).toEqual(['Zoe Finder'])
    expect(names(await ask(town, contacts.search, { search: { query: 'abe_1' } }))).toEqual(['abe finder'])
    expect(await ask(town, contacts.search, { search: { query: 'finder', limit: 2 } })).toHaveLength(2)
    expect(await ask(town, contacts.search, { search: { query: ' ' } })).toEqual([])
  })

  test('C-13 a name is found however its apostrophe, its accents and its spaces are typed', async () => {
    await add({ name: `Ann  O’Brien-${'José'.normalize('NFD')}` })
    for (const query of ["n o'br", 'O’BRIEN', 'oʼbrien', 'josé', 'josé'.normalize('NFD')])
      expect(await ask(town, contacts.search, { search: { query } }), query).toHaveLength(1)
  })

  test('G-12 the list comes in windows', async () => {
    const response = await send(town, contacts.list, { search: { search: 'finder', skip: 1, limit: 1 } })
    expect(response.headers.get('X-Total-Count')).toBe('3')
    expect(await response.json()).toMatchObject([{ name: 'Moe Finder' }])
  })
})

describe('one contact', () => {
  test('CO-08 shows its addresses, businesses, inspections, complaints and permits', async () => {
    const { id: contactId } = await add({ name: 'Eve Everywhere' })
    const { id: addressId } = await addAddress(town, '1 EVERY WAY')
    await ask(town, addresses.linkContact, { params: { addressId }, body: { contact_id: contactId } })
    const business = await ask(town, businesses.add, { body: { name: 'Eve’s Eggs', address_id: addressId } })
    await ask(town, businesses.linkContact, { params: { businessId: business.id }, body: { contact_id: contactId } })
    const make = (source: string) =>
      ask(town, inspections.add, { body: { source, address_id: addressId, contact_id: contactId } })
    const [complaint, permit] = [await make('Complaint'), await make('Building/Dumpster/POD permit')]
    await ask(town, inspections.setStatus, { params: { inspectionId: permit.id }, body: { status: 'Completed' } })
    expect(await ask(town, contacts.one, { params: { contactId } })).toMatchObject({
      addresses: [{ id: addressId, combadd: '1 EVERY WAY' }],
      businesses: [{ id: business.id, name: 'Eve’s Eggs' }],
      inspections: [{ id: permit.id }],
      complaints: [{ id: complaint.id, address: { combadd: '1 EVERY WAY' } }],
      permits: [{ permit_type: 'Building/Dumpster/POD permit', inspection_id: permit.id, combadd: '1 EVERY WAY' }],
    })
  })

  test('CO-16 saving changes name, email and phone, and keeps the notes', async () => {
    const { id: contactId } = await add({ name: 'Fay', email: 'fay@town.example' })
    await town.pool.query('update contacts set notes = $1 where id = $2', ['Deaf in one ear', contactId])
    const params = { contactId }
    const saved = await ask(town, contacts.save, {
      params,
      body: { name: 'Fay Z', email: 'fay@town.example', phone: '1' },
    })
    expect(saved).toMatchObject({ name: 'Fay Z', phone: '1', notes: 'Deaf in one ear' })
    await add({ name: 'Gil', email: 'gil@town.example' })
    expect(await refusal(town, contacts.save, { params, body: { name: 'Fay', email: 'gil@town.example' } })).toMatch(
      /^409/,
    )
    expect(await refusal(town, contacts.save, { params: { contactId: 999_999 }, body: { name: 'X' } })).toBe(
      '404 Contact not found',
    )
    expect(await refusal(town, contacts.one, { params: { contactId: 999_999 } })).toBe('404 Contact not found')
  })

  test('CO-04 CO-16 a contact that shares its phone already can be corrected; only a new email or phone must be free', async () => {
    const { id: contactId } = await add({ name: 'Hal Mispelt', phone: '410 555 0301' })
    const other = await add({ name: 'Ida', email: 'ida@town.example' })
    // As an import or an older server left it.
    await town.pool.query(`update contacts set phone = '(410) 555-0301' where id = $1`, [other.id])
    const save = (body: object) => ({ params: { contactId }, body: { name: 'Hal Misspelt', ...body } })
    expect(await ask(town, contacts.save, save({ phone: '410-555-0301' }))).toMatchObject({
      name: 'Hal Misspelt',
      phone: '410-555-0301',
    })
    const taken = '409 Contact with this email or phone already exists'
    expect(await refusal(town, contacts.save, save({ phone: '410-555-0301', email: 'Ida@town.example' }))).toBe(taken)
    await ask(town, contacts.save, save({ phone: '410 555 0399' }))
    expect(await refusal(town, contacts.save, save({ phone: '4105550301' }))).toBe(taken)
  })
})
