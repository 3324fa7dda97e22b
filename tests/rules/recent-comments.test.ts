import { expect, test } from 'vitest'
import { commenters } from '../../src/rules/recent-comments.ts'

const rows = [
  { id: 1, user_id: 7, user: { id: 7, name: 'Vera', email: 'v@town.example' } },
  { id: 2, user_id: 4, user: { id: 4, name: null, email: 'amos@town.example' } },
  { id: 3, user_id: 7, user: null },
  { id: 4, user_id: null, user: { id: 9, name: 'Bela' } },
  { id: 5, user_id: null, user: null },
]

test('DB-28 the commenters by name, else email, sorted, each once', () => {
  expect(commenters(rows)).toEqual([
    ['4', 'amos@town.example'],
    ['9', 'Bela'],
    ['7', 'Vera'],
  ])
  expect(commenters([{ user_id: 12, user: null }])).toEqual([['12', 'User #12']])
})
