import { expect, test } from 'vitest'
import { sectionNumber } from '../../src/rules/section-number.ts'

test('a section is named with its chapter, once, whatever stands between them', () => {
  expect(sectionNumber({ chapter: '8', section: '04.010' })).toBe('8.04.010')
  expect(sectionNumber({ chapter: '21', section: '21-1' })).toBe('21-1')
  expect(sectionNumber({ chapter: '2', section: '21-1' })).toBe('2.21-1')
  expect(sectionNumber({ chapter: '50', section: '1.0' }, ' - ')).toBe('50 - 1.0')
  expect(sectionNumber({ chapter: '21 ', section: null })).toBe('21')
  expect(sectionNumber({})).toBe('')
})
