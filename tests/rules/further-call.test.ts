import { expect, test } from 'vitest'
import { furtherCallsAbout, furtherCallText, wordsOfCall } from '../../src/rules/further-call.ts'

test('a further call says what it is about, from whom, and is found again by the record’s number alone', () => {
  const words = 'It barks\nuntil two'
  const named = furtherCallText({ what: 'complaint', id: 12, words: ` ${words} `, caller: 'Ann Reed, (410) 555-0111' })
  const unnamed = furtherCallText({ what: 'violation', id: 12, words, caller: null })
  expect(named).toBe('Further call about complaint #12 from Ann Reed, (410) 555-0111: It barks\nuntil two')
  expect(unnamed).toBe('Further call about violation #12: It barks\nuntil two')
  const comments = [{ content: named }, { content: unnamed }, { content: 'complaint #12' }, { content: null }]
  expect(furtherCallsAbout(comments, { what: 'complaint', id: 12 })).toEqual([{ content: named }])
  expect(furtherCallsAbout(comments, { what: 'complaint', id: 1 })).toEqual([])
  expect(furtherCallsAbout([{ content: `> ${named}` }], { what: 'complaint', id: 12 })).toEqual([])
  expect(wordsOfCall(named)).toBe('Ann Reed, (410) 555-0111: It barks\nuntil two')
  expect(wordsOfCall(unnamed)).toBe(words)
})
