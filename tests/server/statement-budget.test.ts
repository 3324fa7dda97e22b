import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Office, office, type Person } from '../harness/office.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

/** Each statement is a round trip to the database, which costs more than most of its work there. */
const sent = vi.spyOn(pg.Client.prototype, 'query')

let town: Office
let at: Awaited<ReturnType<typeof addObservation>>
beforeAll(async () => {
  town = await office()
  at = await addObservation(town)
})
afterAll(async () => {
  await town.close()
  sent.mockRestore()
})

/** The statements of a call to the database, a text each. */
const statementsOf = async (path: string, init: RequestInit & { as?: Person } = {}) => {
  const ask = () => town.fetch(`/api${path}`, { as: town.people.ons, ...init })
  // Connections, and what the app asks once in its life.
  await ask()
  await town.pool.query('select 1')
  sent.mockClear()
  const answer = await ask()
  expect(answer.status, path).toBeLessThan(300)
  await answer.arrayBuffer()
  return sent.mock.calls.map(([asked]: unknown[]) => wordsOf(asked))
}

const wordsOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : asked instanceof Object && 'text' in asked ? String(asked.text) : ''

test('a read asks for the session, and for its rows in as many statements as there are kinds of them', async () => {
  const budget: [string, number][] = [
    [`/inspections/${at.inspectionId}`, 2],
    ['/inspections/?limit=50', 3],
    ['/inspections/', 2],
    // An empty list takes one statement more, which checks whether its address exists.
    [`/addresses/${at.addressId}/inspections`, 3],
    [`/areas/${at.areaId}/observations`, 3],
    ['/dash/inspections/1', 2],
    ['/user', 2],
    ['/rooms/', 2],
    ['/sync/changes?since=now', 2],
    ['/sync/info', 2],
  ]
  for (const [path, most] of budget) expect(await statementsOf(path), path).toHaveLength(most)
})

test('a page of changes asks for their position, for the changes, and once for each kind of row, however many', async () => {
  await town.pool.query(`insert into rooms (name) select 'Room ' || n from generate_series(1, 40) n`)
  // Session, position, changes, and the rows of addresses, inspections, areas, observations with their photos, rooms
  // and users.
  const kinds = 7
  const page = await statementsOf('/sync/changes?since=0&limit=500')
  expect(page).toHaveLength(3 + kinds)
  await town.pool.query(`insert into rooms (name) select 'Hall ' || n from generate_series(1, 400) n`)
  expect(await statementsOf('/sync/changes?since=0&limit=1000')).toHaveLength(3 + kinds)
})

test('a keyed create is six statements, and the same once more is four', async () => {
  let count = 0
  const create = (key: () => string) =>
    statementsOf(`/areas/${at.areaId}/observations`, {
      method: 'POST',
      body: JSON.stringify({ content: 'Loose tread', potentialvio: false, user_id: 1, codes: [] }),
      headers: {
        'Content-Type': 'application/json',
        get 'Idempotency-Key'() {
          return key()
        },
      },
    })
  expect(await create(() => `tread-${count++}`)).toHaveLength(6)
  expect(count).toBe(2)
  const repeated = await create(() => 'tread-again')
  expect(repeated).toHaveLength(4)
  expect(repeated.filter((text) => /insert/i.test(text))).toEqual([])
})

test('a photo is judged and stored before its transaction begins, and judging makes no database calls', async () => {
  const body = uploadOf(await jpeg(), 'tread.jpg')
  const put = vi.spyOn(town.store, 'put')
  const statements = await statementsOf(`/observations/${at.observationId}/photos`, { method: 'POST', body })
  // The session and today's uploads of the person come before it, and the session once more when the files are stored:
  // it may have ended while they arrived. The record, the file and the log are in it.
  expect(statements.findIndex((text) => /^begin/i.test(text))).toBe(3)
  expect(statements[2]).toBe(statements[0])
  expect(statements).toHaveLength(8)
  const [lastStored = 0] = put.mock.invocationCallOrder.slice(-1)
  const judged = sent.mock.invocationCallOrder[2] ?? 0
  expect(lastStored).toBeGreaterThan(0)
  expect(lastStored).toBeLessThan(judged)
})

test('where rows are only looked for, their ids alone are read', async () => {
  const looked = await statementsOf(`/inspections/${at.inspectionId}/photos`)
  const look = looked.find((text) => /from "inspections"/.test(text))
  expect(look).toMatch(/^select 1 from "inspections" where "inspections"."id" = \$1 limit \$2$/)
  const session = looked.find((text) => /from "sessions"/.test(text))
  expect(session).not.toMatch(/password_hash|person_generation",|revoked_at",/)
})
