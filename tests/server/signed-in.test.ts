import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let addressId: number
beforeAll(async () => {
  town = await office()
  addressId = (await smallTown(town)).addressId
  await town.pool.query('insert into violations (address_id, user_id, deadline) values ($1, 1, $2)', [
    addressId,
    '3 days',
  ])
})
afterAll(() => town.close())

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const calls = (): [string, RequestInit][] => [
  ['/api/comments/', json('POST', { comment: { content: 'Seen', user_id: 4, address_id: addressId } })],
  ['/api/violation/1/comments', json('POST', { content: 'Called the owner', user_id: 4, violation_id: 1 })],
  ['/api/violation/1/deadline', json('PATCH', { extend: 3 })],
  ['/api/violation/1/abate', json('POST', { status: 1 })],
  ['/api/violation/1/reopen', json('POST', { status: 0 })],
]

test('SE-10 posting comments, extending, abating and reopening need a signed-in user, who is their author', async () => {
  for (const [path, init] of calls()) expect((await town.fetch(path, init)).status, path).toBe(401)
  expect((await town.pool.query('select 1 from comments')).rows).toEqual([])

  for (const [path, init] of calls())
    expect((await town.fetch(path, { ...init, as: town.people.ons })).status, path).toBe(200)
  const authors = await town.pool.query('select user_id from comments union all select user_id from violation_comments')
  // The author is the user of the session, whoever the body names.
  expect(authors.rows).toEqual([{ user_id: 1 }, { user_id: 1 }])
})
