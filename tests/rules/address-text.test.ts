import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasOutsideLinks, linkFrom } from '../../src/rules/address-links.ts'
import { addressMatches } from '../../src/rules/address-match.ts'
import { addressLabel, lowerCase, resultLines, searchable, searchText, tidy } from '../../src/rules/address-text.ts'
import { ownerLines } from '../../src/rules/owner-lines.ts'

const mill = { combadd: '12 Mill Rd', property_name: 'The Mill', aka: 'Old Mill', ownername: 'Ann Brown' }

test('GS-05 a result shows property name, combined address, AKA and owner, those that there are', () => {
  expect(resultLines(mill)).toEqual(['The Mill', '12 Mill Rd', 'AKA: Old Mill', 'Ann Brown'])
  expect(resultLines({ combadd: '12 Mill Rd', property_name: ' ', aka: null })).toEqual(['12 Mill Rd'])
})

test('CF-43 the picker shows "property name - ", the address and "(AKA: ...)"', () => {
  expect(addressLabel(mill)).toBe('The Mill - 12 Mill Rd (AKA: Old Mill)')
  expect(addressLabel({ combadd: '12 Mill Rd' })).toBe('12 Mill Rd')
})

test('AD-01 the owner’s name, street and place have a line each', () => {
  expect(ownerLines({ ownername: 'Ann', owneraddress: 'Box 4', ownerstate: 'MD', ownerzip: '20737' })).toEqual([
    'Ann',
    'Box 4',
    'MD 20737',
  ])
  expect(
    ownerLines({ ownername: 'Ann', owneraddress: 'Box 4', ownercity: 'Dover', ownerstate: 'DE', ownerzip: '19901' }),
  ).toEqual(['Ann', 'Box 4', 'Dover, DE 19901'])
  expect(ownerLines({ ownername: '', ownerzip: '20737' })).toEqual(['20737'])
})

test('GS-01 GS-02 a search begins at 2 characters after trimming', () => {
  expect([searchText(' a '), searchText(''), searchText(' Ab ')]).toEqual([null, null, 'ab'])
})

test('C-34 an address is found by a part of its address, property name, AKA or owner, whatever the case', () => {
  for (const typed of ['12 mi', 'THE M', 'old', 'brown', ' ill rd ', '12  mill', 'rd  12', 'ann mill'])
    expect(addressMatches(mill, typed)).toBe(true)
  expect(addressMatches(mill, 'elm')).toBe(false)
  expect(addressMatches(mill, 'm')).toBe(false)
  expect(addressMatches(mill, '%')).toBe(false)
})

test('C-34 an apostrophe is found however it is typed, and a letter with its accent beside it as one sign', () => {
  for (const sign of "'‘’ʼ′") {
    const name = { ownername: `Ann O${sign}Brien` }
    for (const typed of ["o'br", 'O’BRIEN', 'o‘brien', 'oʼb', 'o′b']) expect(addressMatches(name, typed)).toBe(true)
    expect(addressMatches(name, 'obrien')).toBe(false)
  }
  expect(addressMatches({ ownername: 'José Núñez'.normalize('NFD') }, 'josé núñez')).toBe(true)
  expect(addressMatches({ ownername: 'José Núñez' }, 'núñ'.normalize('NFD'))).toBe(true)
})

test('a part of a text is found in it, in any language', () => {
  expect(addressMatches({ combadd: 'ΟΔΟΣ ΕΡΜΟΥ' }, 'οδοσ')).toBe(true)
  expect(addressMatches({ combadd: 'Οδός Ερμού' }, 'ΟΔ')).toBe(true)
  expect(addressMatches({ combadd: 'İnci Sk' }, 'inci')).toBe(true)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (combadd, start, length) => {
      // Of a letter and its accent, which are one sign, neither is a part.
      const typed = combadd
        .normalize()
        .slice(start % (combadd.length + 1))
        .slice(0, length)
      return searchText(typed) === null || !typed.isWellFormed() || addressMatches({ combadd }, typed)
    }),
    { numRuns: 1000 },
  )
})

test('searching never changes the length of a tidy text, in any language', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => searchable(text).length === tidy(text).length))
  for (let code = 0x21; code <= 0xffff; code += 1) {
    const letter = String.fromCharCode(code)
    if (lowerCase(letter).length > 1) throw new Error(`U+${code.toString(16)} grows`)
  }
})

test('AD-02 G-15 outside links come from configured templates, filled in and escaped', () => {
  const place = { combadd: '12 Mill & Elm', district: '21', property_id: '0042' }
  expect(linkFrom('https://tax.example/{district}/{property_id}', place)).toBe('https://tax.example/21/0042')
  expect(linkFrom('https://maps.example/?q={combadd}', place)).toBe('https://maps.example/?q=12%20Mill%20%26%20Elm')
  expect(linkFrom('https://tax.example/{district}', { district: ' ' })).toBeNull()
  expect(linkFrom('https://tax.example/{nonsense}', place)).toBeNull()
  expect(linkFrom('', place)).toBeNull()
  expect(linkFrom('javascript:alert(1)', place)).toBeNull()
})

test('AD-02 the buttons are there only when district and property_id exist', () => {
  expect(hasOutsideLinks({ district: '21', property_id: '0042' })).toBe(true)
  expect(hasOutsideLinks({ district: '21', property_id: ' ' })).toBe(false)
  expect(hasOutsideLinks({ property_id: '0042' })).toBe(false)
})
