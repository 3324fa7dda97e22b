import { expect, test } from 'vitest'
import type { Photo } from '../../src/contract/photo.ts'
import { shownPhotos } from '../../src/parts/photo-match.ts'

const keysOf = (photos: Photo[]) => shownPhotos([], photos).map((it) => it.key)

/** The files of a record as the server lists them; the signature of their URLs changes every half hour. */
const listed = (signature: string): Photo[] => [
  { id: 7, url: `/api/files/ab/door.jpg?part=web&${signature}` },
  { url: `/api/files/cd/plan.pdf?part=web&${signature}`, filename: 'plan.pdf' },
  // Some servers name a file in the query: the paths of two files are then equal.
  { url: `https://store.example/file?key=1&${signature}` },
  { url: `https://store.example/file?key=2&${signature}` },
]

test('AR-09 G-13 a file of the server is the same one under the next signature of its URL', () => {
  expect(keysOf(listed('until=2&sig=two'))).toEqual(keysOf(listed('until=1&sig=one')))
  expect(new Set(keysOf(listed('until=1&sig=one'))).size).toBe(4)
})

test('AR-09 a file that is added before the others leaves them the same ones', () => {
  const [door, plan] = listed('sig=one')
  const before = keysOf([door, plan].filter((it) => it !== undefined))
  const added: Photo = { id: 9, url: '/api/files/ef/roof.jpg?sig=one' }
  const after = keysOf([added, ...[door, plan].filter((it) => it !== undefined)])
  expect(after.slice(1)).toEqual(before)
})
