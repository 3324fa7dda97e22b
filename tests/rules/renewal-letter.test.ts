import { expect, test } from 'vitest'
import type { License } from '../../src/contract/license.ts'
import { renewalLetterOf } from '../../src/rules/renewal-letter.ts'

const town = { townName: 'Fernhill', seal: null, zone: 'America/New_York', now: new Date('2026-11-24T03:00:00Z') }
// Only what a letter looks at.
const license = {
  id: 4,
  license_type: 2,
  license_number: ' SF-12 ',
  combadd: '12 ELM STREET',
  address_id: 1,
  expiration_date: '2026-12-31',
} as License
const owner = {
  ownername: 'José Peña',
  owneraddress: 'PO Box 9',
  ownercity: 'Dover',
  ownerstate: 'DE',
  ownerzip: '19901',
}

const wordsIn = (letter: ReturnType<typeof renewalLetterOf>) =>
  letter.parts.map((part) =>
    part.kind === 'facts'
      ? part.rows.map((it) => it.join(': ')).join(' | ')
      : part.kind === 'text'
        ? part.words.map((it) => it.text).join('')
        : part.kind === 'heading'
          ? part.text
          : '',
  )

test('a renewal letter names the license, its holder with the mailing address, and its last day in the town', () => {
  const letter = renewalLetterOf({ license, address: owner, business: null }, town)
  expect(letter.title).toBe('Renewal of Single Family License SF-12')
  expect(wordsIn(letter)[1]).toBe(
    'License: SF-12 | Type: Single Family License | Date: 11/23/2026 | Address of the license: 12 ELM STREET | ' +
      'Holder: José Peña | Mailing address: PO Box 9\nDover, DE 19901 | Last day: 12/31/2026',
  )
  expect(wordsIn(letter).join(' ')).toContain('Its last day is 12/31/2026.')
})

test('a business that holds the license comes before the owner; unknown facts are named, not left blank', () => {
  const held = renewalLetterOf({ license, address: owner, business: { name: 'Vale Bakery' } }, town)
  expect(wordsIn(held)[1]).toContain('Holder: Vale Bakery')
  const bare = { id: 9, license_type: 1, expiration_date: '2026-12-31' } as License
  expect(wordsIn(renewalLetterOf({ license: bare, address: null, business: null }, town))[1]).toContain(
    'License: #9 | Type: Business License | Date: 11/23/2026 | Address of the license: Not on file | Holder: Holder of the license | Mailing address: Not on file',
  )
})

test('the letter of a license without an address of its own names the place of its business', () => {
  const bare = { id: 9, license_type: 1, expiration_date: '2026-12-31' } as License
  const business = { name: 'Vale Bakery', address_id: 7, address: { id: 7, combadd: '7 MILL LANE' } }
  const place = (it: typeof business | Omit<typeof business, 'address'>) =>
    wordsIn(renewalLetterOf({ license: bare, address: owner, business: it }, town))[1]
  expect(place(business)).toContain('Address of the license: 7 MILL LANE | Holder: Vale Bakery')
  expect(place({ name: 'Vale Bakery', address_id: 7 })).toContain('Address of the license: Address #7 |')
})

test('a letter to a business goes to the place of the business, never to the owner of the building', () => {
  const factsOf = (it: License, business: Parameters<typeof renewalLetterOf>[0]['business']) =>
    wordsIn(renewalLetterOf({ license: it, address: owner, business }, town))[1]
  const business = { name: 'Vale Bakery', address_id: 7, address: { id: 7, combadd: ' 7 MILL LANE ' } }
  expect(factsOf(license, business)).toContain(
    'Address of the license: 12 ELM STREET | Holder: Vale Bakery | Mailing address: 7 MILL LANE |',
  )
  expect(factsOf(license, { name: 'Vale Bakery', address_id: 7 })).toContain('Mailing address: Not on file')
  // A business without a name, or one that this device does not have.
  const unknown = 'Holder: Holder of the license | Mailing address: Not on file'
  expect(factsOf(license, { name: null })).toContain(unknown)
  expect(factsOf({ ...license, business_id: 5 }, null)).toContain(unknown)
})

test('a letter to a business in a unit names the unit, in the facts and to the recipient', () => {
  const business = {
    name: 'Vale Bakery',
    address_id: 1,
    address: { id: 1, combadd: '12 ELM STREET' },
  }
  const inUnit = (it: License, unit: { number: string } | null) =>
    renewalLetterOf({ license: it, address: null, business, unit }, town)
  const letter = inUnit(license, { number: ' 2B ' })
  expect(wordsIn(letter)[1]).toContain(
    'Address of the license: 12 ELM STREET\nUnit 2B | Holder: Vale Bakery | Mailing address: 12 ELM STREET\nUnit 2B |',
  )
  expect(letter.recipient).toEqual(['Vale Bakery', '12 ELM STREET', 'Unit 2B'])
  expect(letter.footer).toBe('Fernhill · Renewal of Single Family License SF-12 · 12 ELM STREET')
  // The license of another place is not in this unit, and most businesses have a whole building.
  expect(wordsIn(inUnit({ ...license, address_id: 2, combadd: '9 OAK LANE' }, { number: '2B' }))[1]).toContain(
    'Address of the license: 9 OAK LANE | Holder: Vale Bakery | Mailing address: 12 ELM STREET\nUnit 2B |',
  )
  expect(JSON.stringify(inUnit(license, null))).not.toContain('Unit')
})

test('the recipient of a letter to an owner has the mailing address; without one there is none', () => {
  expect(renewalLetterOf({ license, address: owner, business: null, unit: null }, town).recipient).toEqual([
    'José Peña',
    'PO Box 9',
    'Dover, DE 19901',
  ])
  expect(renewalLetterOf({ license, address: null, business: null, unit: null }, town).recipient).toEqual([])
})
