import { afterAll, beforeAll, expect, test } from 'vitest'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, ask, atOnce, refusal } from './ask.ts'

let town: Office
let addressId: number
beforeAll(async () => {
  town = await office()
  addressId = (await addAddress(town)).id
})
afterAll(() => town.close())

const add = (number: string, address = addressId) => ({ params: { addressId: address }, body: { number } }) as const

test('CF-33 a unit number is trimmed, and a blank one is refused', async () => {
  expect(await ask(town, units.add, add('  2b '))).toMatchObject({ number: '2b', address_id: addressId })
  expect(await refusal(town, units.add, add('   '))).toBe('422 Unit number is required')
})

test('C-25 a number is unique per address, however it is written, also when four devices send it at once', async () => {
  expect(await refusal(town, units.add, add('2B '))).toBe('400 Unit with this number already exists for this address')
  const other = await addAddress(town, '14 ELM STREET')
  expect((await ask(town, units.add, add('2B', other.id))).number).toBe('2B')
  const outcomes = await atOnce(town, 4, () => ask(town, units.add, add('9')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await ask(town, units.ofAddress, { params: { addressId } })).toHaveLength(2)
})

test('UN-04 a unit cannot take the number of another of its address, but its own in other letters', async () => {
  const { id: unitId } = await ask(town, units.add, add('5c'))
  const rename = (number: string) => ({ params: { unitId }, body: { number } })
  expect(await refusal(town, units.rename, rename(' 2B'))).toBe('400 Unit number already exists for this address.')
  expect((await ask(town, units.rename, rename('5C'))).number).toBe('5C')
  expect((await ask(town, units.one, { params: { unitId } })).number).toBe('5C')
})

test('a unit of no address and a unit that does not exist are 404', async () => {
  expect(await refusal(town, units.add, add('1', 999_999))).toBe('404 Address not found')
  expect(await refusal(town, units.one, { params: { unitId: 999_999 } })).toBe('404 Unit not found')
  expect(await refusal(town, units.rename, { params: { unitId: 999_999 }, body: { number: '1' } })).toBe(
    '404 Unit not found',
  )
})
