import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTimeouts } from '../../src/server/store/statement-limits.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { type Office, office } from '../harness/office.ts'

const usual = { ...databaseTimeouts }
let town: Office
beforeAll(async () => {
  Object.assign(databaseTimeouts, { lockMs: 300, statementMs: 600 })
  town = await office()
})
afterAll(async () => {
  Object.assign(databaseTimeouts, usual)
  await town.close()
})

const addRoom = (key: string) =>
  town.fetch('/api/rooms/', {
    method: 'POST',
    body: '{"name":"Attic"}',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    as: town.people.admin,
  })

test('a change that waits too long for a lock is 503 with Retry-After and leaves nothing, and may come again', async () => {
  const blocker = await town.pool.connect()
  await blocker.query('begin; lock table rooms in exclusive mode')
  const answer = await addRoom('attic-1')
  await blocker.query('rollback')
  blocker.release()
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
  expect(await town.db.$count(rooms)).toBe(0)
  expect((await addRoom('attic-1')).status).toBe(200)
  expect(await town.db.$count(rooms)).toBe(1)
})

test('a statement that takes too long is 503 with Retry-After, and its transaction is rolled back', async () => {
  const before = await town.db.$count(rooms)
  await town.pool.query(`create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(5); return new; end $$`)
  await town.pool.query('create trigger rooms_dawdle before insert on rooms for each row execute function dawdle()')
  const answer = await addRoom('attic-2')
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
  expect(await town.db.$count(rooms)).toBe(before)
  await town.pool.query('drop trigger rooms_dawdle on rooms')
  expect((await addRoom('attic-2')).status).toBe(200)
})
