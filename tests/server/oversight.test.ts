import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '../../src/contract/audit.ts'
import { observations } from '../../src/contract/observation.ts'
import { rooms } from '../../src/contract/room.ts'
import { session } from '../../src/contract/session.ts'
import { sync } from '../../src/contract/sync.ts'
import { users } from '../../src/contract/user.ts'
import { auditLog, idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { ask, refusal, send } from './routes/ask.ts'
import { addObservation } from './visit.ts'

let now = new Date('2026-11-20T14:00:00Z')
let town: Office
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now })
})
afterEach(() => town.close())

const signIn = async ({ email }: Person, password: string) => {
  const answer = await town.fetch('/api/login', {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  return { status: answer.status, token: ((await answer.json()) as { access_token?: string }).access_token ?? '' }
}

const mayStill = async (person: Person) => (await send(town, session.profile, { as: person })).status === 200

describe('a new password', () => {
  const chosen = 'a longer way home  '

  test('X6 is one that people give themselves, with the old one; their other devices are out at once', async () => {
    const { ons } = town.people
    const phone = { ...ons, token: (await signIn(ons, ons.password)).token }
    await ask(town, users.changePassword, { body: { current_password: ons.password, new_password: chosen } })
    expect([await mayStill(ons), await mayStill(phone)]).toEqual([true, false])
    expect((await signIn(ons, ons.password)).status).toBe(401)
    expect((await signIn(ons, chosen)).status).toBe(200)
    expect((await signIn(ons, chosen.trim())).status).toBe(401)
  })

  test('X6 wants the old one, ten characters, and cannot be guessed at', async () => {
    const change = (current_password: string, new_password = chosen) =>
      refusal(town, users.changePassword, { body: { current_password, new_password } })
    expect(await change(town.people.ons.password, 'too short')).toBe('422 A password has at least 10 characters.')
    expect(await change(town.people.ons.password, 'x'.repeat(1025))).toBe('422 A password has at most 1024 characters.')
    for (let attempt = 1; attempt <= 10; attempt++)
      expect(await change('guess')).toBe('422 The current password is wrong')
    expect(await change(town.people.ons.password)).toMatch(/^429 Too many wrong passwords/)
    expect(await mayStill(town.people.ons)).toBe(true)
  })

  test('X6 X7 refuse a common password, one made of the name, and the one that holds now', async () => {
    const { ons, otherOns, admin } = town.people
    const own = (new_password: string) =>
      refusal(town, users.changePassword, { body: { current_password: ons.password, new_password } })
    expect(await own('basketball')).toMatch(/^422 This password is among the commonest/)
    expect(await own(`${ons.email}1`)).toMatch(/^422 This password is hardly more than the name/)
    expect(await own(ons.password)).toBe('422 This is the password that holds now. Choose another.')
    const set = (new_password: string) =>
      refusal(town, users.setPassword, { params: { userId: otherOns.id }, body: { new_password }, as: admin })
    expect(await set('basketball')).toMatch(/^422/)
    expect(await set(otherOns.password)).toMatch(/^422 This is the password that holds now/)
    expect([await mayStill(ons), await mayStill(otherOns)]).toEqual([true, true])
  })

  test('X7 is given by an Admin to somebody else, who is out everywhere', async () => {
    const { admin, otherOns, oas } = town.people
    const set = { params: { userId: otherOns.id }, body: { new_password: chosen } }
    expect(await refusal(town, users.setPassword, { ...set, as: oas })).toMatch(/^403/)
    await ask(town, users.setPassword, { ...set, as: admin })
    expect([await mayStill(otherOns), await mayStill(admin)]).toEqual([false, true])
    expect((await signIn(otherOns, chosen)).status).toBe(200)
    expect(await refusal(town, users.setPassword, { ...set, params: { userId: admin.id }, as: admin })).toMatch(/^409/)
    expect(await refusal(town, users.setPassword, { ...set, params: { userId: 99 }, as: admin })).toBe(
      '404 User not found',
    )
  })

  test('X6 X7 are in the log without the password, and nowhere else', async () => {
    const { ons, oas, admin } = town.people
    const headers = { 'Idempotency-Key': 'password-1' }
    await ask(town, users.changePassword, { body: { current_password: ons.password, new_password: chosen }, headers })
    await ask(town, users.setPassword, {
      params: { userId: oas.id },
      body: { new_password: chosen },
      as: admin,
      headers,
    })
    const log = await town.db.select().from(auditLog)
    expect(log.map(({ call, user_id, record_id, body }) => [call, user_id, record_id, body])).toEqual([
      ['X6', ons.id, ons.id, null],
      ['X7', admin.id, oas.id, null],
    ])
    expect(await town.db.$count(idempotencyKeys)).toBe(0)
    const batched = await ask(town, sync.batch, {
      body: [{ key: 'a', method: 'POST', path: '/user/password', body: {} }],
    })
    expect(batched[0]?.status).toBe(422)
  })
})

describe('unsent work of the phones', () => {
  const beat = (as: Person, more: object) =>
    ask(town, sync.heartbeat, {
      body: { waiting: 0, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '1', ...more },
      as,
    })

  test('X8 OAS and Admin see it: the oldest unsent work first, whose it is, and when it was heard', async () => {
    const { ons, otherOns, oas, admin, guest } = town.people
    await beat(ons, { device: 'nothing waits' })
    await beat(otherOns, { device: 'since noon', waiting: 2, oldestAt: '2026-11-20T12:00:00.000Z' })
    now = new Date('2026-11-20T15:00:00Z')
    await beat(ons, { device: 'since morning', waiting: 7, photosWaiting: 3, oldestAt: '2026-11-20T08:00:00.000Z' })
    const devices = await ask(town, sync.devices, { as: oas })
    expect(devices.map(({ device }) => device)).toEqual(['since morning', 'since noon', 'nothing waits'])
    expect(devices[0]).toMatchObject({
      user: { id: ons.id, name: 'Ona Sutter', phone: '5550100001' },
      waiting: 7,
      photosWaiting: 3,
      receivedAt: '2026-11-20T15:00:00.000Z',
    })
    const page = await send(town, sync.devices, { as: admin, search: { skip: 1, limit: 1 } })
    expect([page.headers.get('X-Total-Count'), await page.json()]).toMatchObject(['3', [{ device: 'since noon' }]])
    for (const as of [ons, guest]) expect(await refusal(town, sync.devices, { as })).toMatch(/^403/)
  })
})

describe('the log of every change', () => {
  test('X9 the Admin reads it, newest first, in pages, of one record or of one person', async () => {
    const { admin, ons, oas } = town.people
    const visit = await addObservation(town)
    for (const name of ['Attic', 'Cellar', 'Porch']) await ask(town, rooms.add, { body: { name }, as: admin })
    await ask(town, observations.flag, {
      params: { observationId: visit.observationId },
      body: { potentialvio: true },
    })
    const all = await send(town, audit.list, { as: admin })
    const entries = audit.list.reply.parse(await all.json())
    expect(all.headers.get('X-Total-Count')).toBe('4')
    expect(entries.map(({ record_type }) => record_type)).toEqual(['observation', 'room', 'room', 'room'])
    expect(entries[0]).toMatchObject({
      user_id: ons.id,
      record_id: visit.observationId,
      received_at: '2026-11-20T14:00:00.000Z',
      body: { potentialvio: true },
    })
    const read = (search: Record<string, string | number>) => ask(town, audit.list, { as: admin, search })
    expect((await read({ skip: 1, limit: 2 })).map(({ body }) => body)).toEqual([{ name: 'Porch' }, { name: 'Cellar' }])
    expect(await read({ record_type: 'observation', record_id: visit.observationId })).toHaveLength(1)
    expect(await read({ user_id: admin.id })).toHaveLength(3)
    expect(await refusal(town, audit.list, { as: admin, search: { limit: 501 } })).toMatch(/^422/)
    for (const as of [ons, oas]) expect(await refusal(town, audit.list, { as })).toMatch(/^403/)
  })
})
