import { expect, test } from 'vitest'
import { inFront, toldInFront, without } from '../../src/rules/in-front.ts'

const blank = { words: '', codes: [] as number[], at: null as number | null }

test('I16 joining a joined text again changes nothing, in whichever order', () => {
  const [a, b] = [
    { ...blank, words: 'One' },
    { ...blank, words: 'Two\nThree' },
  ]
  const both = inFront(a, b, blank)
  expect(both.words).toBe('One\nTwo\nThree')
  expect(inFront(a, both, blank)).toEqual(both)
  expect(inFront(both, b, blank)).toEqual(both)
  // A part of a line is not that line.
  expect(inFront({ ...blank, words: 'Two' }, { ...blank, words: 'Twofold' }, blank).words).toBe('Two\nTwofold')
})

test('I16 a joined form without one of the two is the other, wherever its words stand', () => {
  const own = { words: 'Mine $& too', codes: [1], at: 4 }
  for (const words of ['Theirs\nMine $& too', 'Mine $& too\nTheirs'])
    expect(without({ words, codes: [1, 2], at: 4 }, own, blank)).toEqual({ words: 'Theirs', codes: [2], at: null })
  expect(without({ words: 'Mine', codes: [], at: 5 }, own, blank)).toEqual({ words: 'Mine', codes: [], at: 5 })
  expect(without(own, own, blank)).toEqual(blank)
})

test('I16 a record about something else is told in words, and the fields of the newer one stay', () => {
  const newer = { words: 'Water', codes: [2], at: 48 }
  const older = { words: 'It barks', codes: [1], at: 12 }
  const told = toldInFront(older, newer, 'words', ['12 Elm', null, ''])
  expect(told).toEqual({ words: '12 Elm\nIt barks\nWater', codes: [2], at: 48 })
  expect(toldInFront(older, told, 'words', ['12 Elm'])).toEqual(told)
  expect(toldInFront(blank, newer, 'words', [])).toEqual(newer)
  expect(toldInFront({ ...older, words: '' }, { ...newer, words: '' }, 'words', ['12 Elm']).words).toBe('12 Elm')
})
