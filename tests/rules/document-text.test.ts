import { expect, test } from 'vitest'
import { linesOf, writable } from '../../src/rules/document-text.ts'

test('G-21 every sign for a new line begins a new line of a document, also those of a text pasted from Word', () => {
  expect(linesOf('a\r\nb\rc\nd\ve\ff\u0085g\u2028h\u2029i')).toEqual([...'abcdefghi'])
  expect(writable('\u2028 a\tb \u2029')).toBe('a\tb')
})

test('G-21 letters stay; signs that no document can contain, or that turn the text around, do not', () => {
  expect(writable('Jos\u00e9 \u65e5\u{1f469}\u0000\u0007\ud800\u202ex')).toBe('José 日\u{1f469}x')
  expect(writable(null)).toBe('')
})
