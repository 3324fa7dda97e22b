import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { authorOf, permissions } from '../../src/server/permissions.ts'
import { users } from '../../src/server/store/town-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'

let now = new Date('2026-11-20T14:00:00Z')
let town: Office
beforeAll(async () => {
  town = await office({ clock: () => now })
})
afterAll(() => town.close())

const ask = async ({ method, path, encoding }: Endpoint, as?: Person) => {
  const url = `/api${path.replaceAll(/:\w+/g, '999999')}`
  const json: RequestInit = { body: '{"":0}', headers: { 'Content-Type': 'application/json' } }
  return (await town.fetch(url, { ...(encoding === 'json' ? json : {}), method, ...(as ? { as } : {}) })).status
}

/** The calls that sign somebody in. */
const doors = new Set(['B1', 'X21', 'X26', 'X27'])
const closed = calls.filter(({ id }) => !doors.has(id))

describe('the matrix', () => {
  test('G-14 has a row for every call, and no row for anything else', () => {
    expect(Object.keys(permissions).sort()).toEqual(calls.map(({ id }) => id).sort())
  })

  test('C-21 a Guest may read and nothing else', () => {
    const own = new Set(['X1', 'X3', 'X4', 'X6', 'X11', 'X22', 'X23', 'X25', 'X41'])
    const writing = calls.filter(({ id, method }) => method !== 'GET' && !doors.has(id) && !own.has(id))
    for (const { id } of writing) expect(permissions[id], id).not.toContain(0)
    const offices = new Set(['X8', 'X9', 'X61', 'X62', 'X63', 'X90', 'X91', 'X92', 'X95', 'X97', 'X110'])
    const reading = calls.filter(({ id, method }) => method === 'GET' && !offices.has(id))
    for (const { id } of reading) expect(permissions[id], id).toEqual([0, 1, 2, 3])
  })

  test("C-21 users, rooms, prompts, new addresses, assignees, others' passwords and the log are the Admin's alone", () => {
    const admins = calls.filter(({ id }) => permissions[id] !== 'anyone' && permissions[id]?.length === 1)
    expect(admins.map(({ id }) => id)).toEqual(
      'B7 B42 B67 B83 B98 B99 B100 B101 B102 B103 X7 X9 X10 X20 X62 X89 X100 X101 X103 X104 X105 X106 X108 X109 X113'.split(
        ' ',
      ),
    )
  })
})

describe('every call', () => {
  test('C-11 without a session is 401, the ways in excepted', async () => {
    expect(calls.filter(({ id }) => permissions[id] === 'anyone').map(({ id }) => id)).toEqual([...doors])
    for (const call of closed) expect(await ask(call), call.id).toBe(401)
    expect(await ask(calls.find(({ id }) => id === 'B1')!)).toBe(422)
  })

  test.each(['guest', 'ons', 'oas', 'admin'] as const)('as the matrix says for %s', async (name) => {
    const person = town.people[name]
    for (const call of closed) {
      // It would end the session that the other calls need.
      if (call.id === 'X1') continue
      const status = await ask(call, person)
      const allowed = permissions[call.id]
      if (allowed !== 'anyone' && allowed?.some((role) => role === person.role)) {
        expect([401, 403, 500], `${call.id} ${status}`).not.toContain(status)
      } else expect(status, call.id).toBe(403)
    }
  })

  test('of a disabled user is 401', async () => {
    await town.db.update(users).set({ active: false }).where(eq(users.id, town.people.otherOns.id))
    for (const call of closed) expect(await ask(call, town.people.otherOns), call.id).toBe(401)
  })

  test('with an ended session is 401', async () => {
    now = new Date(now.getTime() + 13 * 3_600_000)
    for (const call of closed) expect(await ask(call, town.people.admin), call.id).toBe(401)
  })
})

describe('the name under a record', () => {
  const user = (role: 0 | 1 | 2 | 3) => ({ user: { id: 7, email: 'a@b.c', name: null, role } })

  test("CF-08 G-14 the token's user, whatever the body says", () => {
    expect(authorOf(user(1), 99)).toBe(7)
    expect(authorOf(user(1), 99, 'adminMayName')).toBe(7)
    expect(authorOf(user(3), 99)).toBe(7)
  })

  test('CF-07 an Admin names the user of a violation', () => {
    expect(authorOf(user(3), 99, 'adminMayName')).toBe(99)
    expect(authorOf(user(3), null, 'adminMayName')).toBe(7)
  })
})
