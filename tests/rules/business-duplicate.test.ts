import { expect, test } from 'vitest'
import { duplicateBusinessText, isSameBusiness } from '../../src/rules/business-duplicate.ts'

test('CF-35 a business is the same by its name at its address, whatever the case and the apostrophe', () => {
  const bakery = { name: 'Vale Bakery', address_id: 2 }
  expect(isSameBusiness(bakery, { name: ' VALE  bakery ', address_id: 2 })).toBe(true)
  const joes = { name: 'Joe’s Café', address_id: 2 }
  expect(isSameBusiness(joes, { name: "JOE'S CAFÉ".normalize('NFD'), address_id: 2 })).toBe(true)
  expect(isSameBusiness(joes, { name: 'Joes Café', address_id: 2 })).toBe(false)
  expect(isSameBusiness(bakery, { name: 'Vale Bakery', address_id: 3 })).toBe(false)
  expect(isSameBusiness({ name: 'Vale Bakery', address_id: null }, { name: 'Vale Bakery', address_id: null })).toBe(
    false,
  )
  expect(isSameBusiness({ name: '', address_id: 2 }, { name: ' ', address_id: 2 })).toBe(false)
  expect(duplicateBusinessText).toMatch(/already/)
})
