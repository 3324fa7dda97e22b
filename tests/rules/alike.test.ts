import { expect, test } from 'vitest'
import { isAlike } from '../../src/rules/alike.ts'
import { sameMoment } from '../../src/rules/dates.ts'

test('II-06 C-23 one appointment written in several forms is one value', () => {
  for (const other of [
    '2026-11-22T10:00:00',
    '2026-11-22 10:00',
    '2026-11-22T10:00:00.000',
    ' 2026-11-22T10:00:00.000000 ',
  ])
    expect(isAlike('2026-11-22T10:00', other)).toBe(true)
  expect(isAlike('2026-11-22T10:00:00Z', '2026-11-22T05:00-05:00')).toBe(true)
})

test('II-06 C-23 another time, another zone and a day alone are other values', () => {
  for (const other of ['2026-11-22T10:01', '2026-11-22T10:00:30', '2026-11-22T10:00Z', '2026-11-22', '', null])
    expect(isAlike('2026-11-22T10:00', other)).toBe(false)
  expect(isAlike('2026-11-22', '2026-11-22T00:00')).toBe(false)
})

test('a text that is no date-time is compared as written, except for spaces around it', () => {
  expect(sameMoment('2026-02-30T10:00')).toBe(null)
  expect(isAlike('2026-02-30T10:00', '2026-02-30T10:00:00')).toBe(false)
  expect(isAlike(' Hall ', 'Hall')).toBe(true)
  expect(isAlike('Hall', 'hall')).toBe(false)
  expect(isAlike(null, undefined)).toBe(true)
  expect(isAlike(10, 10)).toBe(true)
})
