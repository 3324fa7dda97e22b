import fc from 'fast-check'
import { expect, test } from 'vitest'
import { violationTypes } from '../../src/contract/violation.ts'
import { sizeText } from '../../src/rules/size.ts'
import { cutText, numberText, plainWords, plural, titleCase } from '../../src/rules/text.ts'
import { defaultViolationType, violationTypeText } from '../../src/rules/violation-type.ts'

test('DB-26 VD-15 CD-03 long text is cut to its length plus an ellipsis, short text stays', () => {
  expect(cutText('a'.repeat(281), 280)).toBe(`${'a'.repeat(280)}…`)
  expect(cutText('a'.repeat(280), 280)).toBe('a'.repeat(280))
  expect(cutText(null, 80)).toBe('')
})

test('CT-07 a citation’s description is cut with three dots', () => {
  expect(cutText('a'.repeat(90), 80, '...')).toBe(`${'a'.repeat(80)}...`)
})

test('a cut never leaves half a character', () => {
  expect(cutText('ab😀cd', 3)).toBe('ab…')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, length) =>
      cutText(text, length).isWellFormed(),
    ),
  )
})

test('DB-36 snake and kebab case are shown title-cased', () => {
  expect(['formal_notice', 'formal-notice', 'FORMAL notice'].map(titleCase)).toEqual(Array(3).fill('Formal Notice'))
  expect(titleCase(null)).toBe('')
  expect(plainWords(' In--Progress ')).toBe('in progress')
})

test('CF-04 DB-36 violation types are doorhanger, the default, and Formal Notice', () => {
  expect(violationTypes).toEqual(['doorhanger', 'Formal Notice'])
  expect(defaultViolationType).toBe('doorhanger')
  expect(['doorhanger', 'formal_notice', null].map(violationTypeText)).toEqual([
    'Doorhanger',
    'Formal Notice',
    'Violation',
  ])
})

test('counts have the right word', () => {
  expect([plural(1, 'photo'), plural(0, 'photo'), plural(2, 'entry', 'entries')]).toEqual([
    '1 photo',
    '0 photos',
    '2 entries',
  ])
})

test('sizes are short, with at most one decimal', () => {
  expect([0, 999, 1000, 1234, 9_960, 999_499, 999_950, 25_000_000, 1.5e12].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '1.2 kB',
    '10 kB',
    '999 kB',
    '1.0 MB',
    '25 MB',
    '1.5 TB',
  ])
  fc.assert(fc.property(fc.nat(), (bytes) => /^(\d{1,3}|\d\.\d) [kMGT]?B$/.test(sizeText(bytes))))
})

test('a record that only this device has shows no number', () => {
  expect(numberText(12)).toBe('#12')
  expect(numberText(-3)).toBe('')
})
