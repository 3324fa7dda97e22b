import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byText } from '../../src/rules/list-order.ts'
import { nameKey } from '../../src/rules/name-key.ts'

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (names: (string | null)[]) => [...names].sort((a, b) => before(nameKey(a), nameKey(b)))

/** Letters with and without marks and case, all signs of a keyboard, numbers: names of people and businesses. */
const parts = [
  ...'abczABCZéÉñüÖçßøÆœłđ \t-_,.;:!?\'’"“”()[]{}/\\@*&#%+<=>|~$^`–—°£€§·',
  ...['0', '7', '12', '007', '10'],
  ...['Vale', 'vale', 'Bakery', 'O’Brien', "O'Brien", 'Unit 2', 'unit 10', 'St.', '№ 4'],
]
const name = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((it) => it.join(''))

test('C-37 names sorted by their keys are in alphabetical order', () => {
  fc.assert(
    fc.property(fc.array(fc.option(name), { maxLength: 30 }), (names) => {
      expect(sorted(names)).toEqual(byText(names, (it) => it))
    }),
    { numRuns: 500 },
  )
})

test('C-37 without case and marks, numbers as numbers, blank names last', () => {
  const names = ['zoe', 'Élan 10', 'élan 9', null, 'ELAN', '', 'Ångström', 'angstrom']
  expect(sorted(names)).toEqual(['Ångström', 'angstrom', 'ELAN', 'élan 9', 'Élan 10', 'zoe', null, ''])
})
