import { expect, test } from 'vitest'
import { typedSince } from '../../src/rules/typed-since.ts'

test('I16 words typed behind the stored ones are what is left of a field', () => {
  expect(typedSince('No rail', 'No rail and no lamp')).toBe('and no lamp')
  expect(typedSince('No rail', 'No rail')).toBe('')
  expect(typedSince('', 'No lamp')).toBe('No lamp')
})

test('I16 if the stored words were changed, the whole field is new', () => {
  expect(typedSince('No rail', 'Rail is loose')).toBe('Rail is loose')
})
