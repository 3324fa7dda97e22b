import { expect, test } from 'vitest'
import { inFront } from '../../src/rules/in-front.ts'

const blank = { content: '', potentialvio: false, codes: [] as number[], level: 0 }

test('I16 what could not be stored comes before what was typed after it, and nothing of either is lost', () => {
  const failed = { content: 'Step is loose', potentialvio: true, codes: [1, 2], level: 1 }
  const newer = { content: 'No handrail', potentialvio: false, codes: [2, 3], level: 2 }
  expect(inFront(failed, newer, blank)).toEqual({
    content: 'Step is loose\nNo handrail',
    potentialvio: true,
    codes: [1, 2, 3],
    level: 2,
  })
})

test('I16 a field that only one of the two filled in keeps its value', () => {
  const failed = { ...blank, content: 'Step is loose' }
  const newer = { ...blank, codes: [3] }
  const both = { ...blank, content: 'Step is loose', codes: [3] }
  expect(inFront(failed, newer, blank)).toEqual(both)
  expect(inFront(newer, failed, blank)).toEqual(both)
  expect(inFront(failed, blank, blank)).toEqual(failed)
  expect(inFront(blank, newer, blank)).toEqual(newer)
})

test('I16 the same words typed again are there once', () => {
  const failed = { ...blank, content: 'Step is loose' }
  expect(inFront(failed, { ...failed }, blank)).toEqual(failed)
})
