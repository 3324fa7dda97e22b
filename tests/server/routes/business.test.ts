import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businesses } from '../../../src/contract/business.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { tables } from '../../harness/tables.ts'
import { addAddress, ask, refusal } from './ask.ts'

let town: Office
let addressId: number
beforeAll(async () => {
  town = await office()
  addressId = (await addAddress(town)).id
})
afterAll(() => town.close())

const add = (body: object) => ask(town, businesses.add, { body: { address_id: addressId, ...body } })

test('EN-07 CF-37 a business keeps its fields; blanks are none, no unit is the whole building', async () => {
  const made = await add({
    name: ' Bean Bar ',
    trading_as: ' ',
    opened_on: '',
    employee_count: 4,
    website: 'https://bean.example',
  })
  expect(made).toMatchObject({
    name: 'Bean Bar',
    trading_as: null,
    opened_on: null,
    unit_id: null,
    employee_count: 4,
    is_closed: false,
    address: { id: addressId, combadd: '12 ELM STREET' },
  })
  expect(await ask(town, businesses.one, { params: { businessId: made.id } })).toEqual(made)
  expect((await ask(town, businesses.list)).map(({ id }) => id)).toContain(made.id)
})

test('CF-36 name and address are required; a name is unique at an address, and chains have many', async () => {
  expect(await refusal(town, businesses.add, { body: { name: ' ', address_id: addressId } })).toBe(
    '422 Name and Address are required.',
  )
  await add({ name: 'Corner Shop' })
  expect(await refusal(town, businesses.add, { body: { name: 'CORNER SHOP', address_id: addressId } })).toBe(
    '409 Duplicate business detected for this address (matching name).',
  )
  const other = await addAddress(town, '13 ELM STREET')
  expect((await add({ name: 'Corner Shop', address_id: other.id })).address_id).toBe(other.id)
  expect(await refusal(town, businesses.add, { body: { name: 'X', address_id: 999_999 } })).toBe(
    '404 Address not found',
  )
})

test('BU-04 BU-05 a change touches only what it names; null clears; a wrong count, date or web address is refused', async () => {
  const { id: businessId } = await add({ name: 'Change Co', phone: '555', employee_count: 3 })
  const save = (body: object) => ask(town, businesses.save, { params: { businessId }, body })
  expect(await save({ is_closed: true, employee_count: null })).toMatchObject({
    is_closed: true,
    employee_count: null,
    phone: '555',
  })
  expect(await save({ opened_on: '2020-02-29', phone: ' ' })).toMatchObject({
    opened_on: '2020-02-29',
    phone: null,
    is_closed: true,
  })
  for (const body of [{ employee_count: -1 }, { opened_on: 'soon' }, { website: 'javascript:1' }])
    expect(await refusal(town, businesses.save, { params: { businessId }, body })).toMatch(/^422/)
})

test('CF-36 BU-04 one of two businesses that share their name already can be saved; only a new name must be free', async () => {
  const { id: businessId } = await add({ name: 'Twin Café' })
  const other = await add({ name: 'Other Café' })
  // As an import or an older server left it.
  await town.pool.query(`update businesses set name = 'TWIN CAFÉ' where id = $1`, [other.id])
  const save = (name: string) => ({ params: { businessId }, body: { name, phone: '7' } })
  expect(await ask(town, businesses.save, save(' Twin café'))).toMatchObject({ name: 'Twin café', phone: '7' })
  await ask(town, businesses.save, save('Single Café'))
  expect(await refusal(town, businesses.save, save('Twin Café'))).toMatch(/^409/)
})

test('BU-04 a unit must be of the address, and stays behind when the business moves', async () => {
  const unit = await ask(town, units.add, { params: { addressId }, body: { number: 'B' } })
  const other = await addAddress(town, '14 ELM STREET')
  const { id: businessId } = await add({ name: 'Mover', unit_id: unit.id })
  const params = { businessId }
  expect((await ask(town, businesses.save, { params, body: { address_id: other.id } })).unit_id).toBeNull()
  expect(await refusal(town, businesses.save, { params, body: { unit_id: unit.id } })).toBe('404 Unit not found')
})

test('CF-42 the search finds name and trading name, by name', async () => {
  await add({ name: 'Quill & Co', trading_as: 'The Feather' })
  await add({ name: 'Aquill' })
  const find = async (query: string) =>
    (await ask(town, businesses.search, { search: { query } })).map(({ name }) => name)
  expect(await find('QUILL')).toEqual(['Aquill', 'Quill & Co'])
  expect(await find('feather')).toEqual(['Quill & Co'])
})

test('CF-36 CF-42 an apostrophe or an accent typed another way is the same: one business, found by both', async () => {
  const name = 'Joe’s Crêperie'
  const made = await add({ name })
  const other = "JOE'S  CRÊPERIE".normalize('NFD')
  expect(await refusal(town, businesses.add, { body: { name: other, address_id: addressId } })).toBe(
    '409 Duplicate business detected for this address (matching name).',
  )
  for (const query of ['joe’s', "joe's ", 'joe‘s  crê', 'crêperie', 'crê'.normalize('NFD')])
    expect((await ask(town, businesses.search, { search: { query } })).map(({ id }) => id)).toEqual([made.id])
  // The same name in another notation is no new one.
  await add({ name: 'Moe’s' })
  await town.db.update(tables.businesses).set({ name: "Moe's" }).where(eq(tables.businesses.id, made.id))
  const params = { businessId: made.id }
  expect(await ask(town, businesses.save, { params, body: { name: 'MOE’S' } })).toMatchObject({ name: 'MOE’S' })
})

test('BU-06 BU-07 BU-08 contacts are linked once, made and linked, and removed', async () => {
  const { id: businessId } = await add({ name: 'Linked Ltd' })
  const { id: contact_id } = await ask(town, contacts.add, { body: { name: 'Lou' } })
  const params = { businessId }
  await ask(town, businesses.linkContact, { params, body: { contact_id } })
  await ask(town, businesses.linkContact, { params, body: { contact_id } })
  const both = await ask(town, businesses.linkContact, { params, body: { name: 'Kay' } })
  expect(both.map(({ name }) => name)).toEqual(['Kay', 'Lou'])
  const unlink = { params: { businessId, contactId: contact_id } }
  expect((await ask(town, businesses.unlinkContact, unlink)).map(({ name }) => name)).toEqual(['Kay'])
  expect(await refusal(town, businesses.unlinkContact, unlink)).toBe('404 Contact not found')
  expect(await ask(town, businesses.contacts, { params })).toHaveLength(1)
})
