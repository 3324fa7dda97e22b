import { expect, test } from 'vitest'
import { listText } from '../../src/rules/list-text.ts'

test('a list is read as a person says it', () => {
  expect([listText([]), listText(['one']), listText(['one', 'two']), listText(['one', 'two', 'three'])]).toEqual([
    '',
    'one',
    'one and two',
    'one, two and three',
  ])
})
