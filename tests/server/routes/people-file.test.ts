import { and, eq, isNotNull, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { people as calls } from '../../../src/contract/people-file.ts'
import { auditLog, idempotencyKeys } from '../../../src/server/store/core-tables.ts'
import { users } from '../../../src/server/store/town-tables.ts'
import { holdLocksLong, lockWaits } from '../../harness/lock-waits.ts'
import { type Office, office } from '../../harness/office.ts'
import { ask, refusal, send } from './ask.ts'

let town: Office

holdLocksLong()
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
afterEach(() => town.db.delete(users).where(like(users.email, '%@new.example')))

const admin = () => ({ as: town.people.admin })
const preview = (text: string) => ask(town, calls.preview, { body: { text }, ...admin() })
const password = 'kx7m-p3qd-9vhw-t2rn'
const person = (email: string, role = 1) => ({
  email,
  name: 'Nell New',
  phone: null,
  role,
  active: true,
  new_password: password,
})
const made = () => town.db.select().from(users).where(like(users.email, '%@new.example'))
const canSignIn = async (email: string) =>
  (await town.fetch('/api/login', { method: 'POST', body: new URLSearchParams({ username: email, password }) })).status

test('X100 a preview tells who would be added, who is there already, and what is wrong in which line', async () => {
  const file = `\uFEFFRole;E-Mail;Full name;Telephone;Office
Inspector;ann@new.example;"Field; Ann";'+1 301 555 0100;North
OAS;ONS@town.example;;;
3;ann@NEW.example;Twice;;
boss;bob@new.example;Bob;;
ons;no address;Nobody;;
;eve@new.example;;;
ons;;Nameless;;
guest;"gus
`
  // The last line opens a quote that is never closed: nothing after it can be told apart.
  expect(await refusal(town, calls.preview, { body: { text: file }, ...admin() })).toMatch(/^422 Line 9 opens a quote/)
  const seen = await preview(file.replace('guest;"gus\n', 'admin;\uFFFD@new.example;;;\n'))
  expect(seen).toEqual({
    read: 8,
    people: [{ line: 2, email: 'ann@new.example', name: 'Field; Ann', phone: '+1 301 555 0100', role: 1 }],
    known: [{ line: 3, email: 'ons@town.example' }],
    bad: [
      { line: 4, problem: 'has the same email as line 2' },
      { line: 5, problem: 'has the role "boss"; the roles are guest, ons, oas and admin' },
      { line: 6, problem: 'has the email "no address", which is none' },
      { line: 7, problem: 'has no role: guest, ons, oas or admin' },
      { line: 8, problem: 'has no email' },
      { line: 9, problem: 'is not UTF-8 text; save the file as "CSV UTF-8"' },
    ],
  })
  expect(await made()).toEqual([])
  expect(await refusal(town, calls.preview, { body: { text: 'colour\nred\n' }, ...admin() })).toMatch(
    /^422 The first line of the file must name its columns: name, email, role, phone/,
  )
  expect((await send(town, calls.preview, { body: { text: 'x' }, as: town.people.oas })).status).toBe(403)
})

test('X101 all are added with the passwords that were sent, which stand in no answer, log or memory of keys', async () => {
  const people = [person('ann@new.example'), person('oscar@new.example', 2)]
  const reply = await ask(town, calls.add, {
    body: { people },
    ...admin(),
    headers: { 'Idempotency-Key': 'people-1' },
  })
  expect(reply.map(({ email, role, active }) => [email, role, active])).toEqual([
    ['ann@new.example', 1, true],
    ['oscar@new.example', 2, true],
  ])
  expect(await canSignIn('ann@new.example')).toBe(200)
  const noted = await town.db.select().from(auditLog).where(eq(auditLog.call, 'X101'))
  expect(noted.map(({ record_type, body }) => [record_type, body])).toEqual([
    ['user', { email: 'ann@new.example', role: 1 }],
    ['user', { email: 'oscar@new.example', role: 2 }],
  ])
  const kept = await town.db.select().from(idempotencyKeys).where(isNotNull(idempotencyKeys.answer))
  expect(JSON.stringify([reply, noted]) + kept.map(({ answer }) => answer.toString()).join()).not.toContain(password)
})

test('X101 a repeat under the same key adds nobody and answers the same', async () => {
  const body = { people: [person('ann@new.example'), person('oscar@new.example', 2)] }
  const once = { body, ...admin(), headers: { 'Idempotency-Key': 'people_2' } }
  const first = await ask(town, calls.add, once)
  expect(await ask(town, calls.add, once)).toEqual(first)
  expect(await made()).toHaveLength(2)
  // Another key is another wish: these are users by now.
  expect(await refusal(town, calls.add, { body, ...admin(), headers: { 'Idempotency-Key': 'peopleA2' } })).toBe(
    '409 ann@new.example, oscar@new.example are users already. Nobody was added.',
  )
})

test('X101 a repeat while the first is under way adds nobody and answers the same', async () => {
  const body = { people: [person('ann@new.example'), person('oscar@new.example', 2)] }
  const once = { body, ...admin(), headers: { 'Idempotency-Key': 'people-3' } }
  // Both calls are held where they would add.
  const client = await town.pool.connect()
  await client.query('begin; lock table users in share row exclusive mode')
  const both = Promise.all([ask(town, calls.add, once), ask(town, calls.add, once)])
  await lockWaits(town.pool, 2)
  await client.query('commit')
  client.release()
  const [first, second] = await both
  expect(second).toEqual(first)
  expect(await made()).toHaveLength(2)
})

test('X101 one who cannot be added means that nobody is', async () => {
  const add = (...people: object[]) => refusal(town, calls.add, { body: { people }, ...admin() })
  expect(await add(person('ann@new.example'), person('Admin@town.example'))).toMatch(
    /^409 admin@town\.example is a user/i,
  )
  expect(await add(person('ann@new.example'), person('ANN@new.example'))).toMatch(
    /^422 ann@new.example stands there twice/,
  )
  expect(await add(person('ann@new.example'), { ...person('b@new.example'), new_password: 'password123' })).toMatch(
    /^422 b@new/,
  )
  expect(await add(...Array.from({ length: 51 }, (_, at) => person(`p${at}@new.example`)))).toMatch(/^422 At most 50/)
  expect(await made()).toEqual([])
  const both = await Promise.all(
    [1, 2].map(() => send(town, calls.add, { body: { people: [person('a@new.example')] }, ...admin() })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await town.db.$count(users, and(like(users.email, '%@new.example')))).toBe(1)
})
