import { readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceOrderHeader } from '../../src/contract/device-order.ts'
import { sync } from '../../src/contract/sync.ts'
import { users } from '../../src/contract/user.ts'
import { attachments, auditLog, idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { deviceOrders } from '../../src/server/store/office-tables.ts'
import { users as userRows } from '../../src/server/store/town-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { ask } from './routes/ask.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
let visit: Awaited<ReturnType<typeof addObservation>>
beforeEach(async () => {
  town = await office()
  visit = await addObservation(town)
})
afterEach(() => town.close())

/** Sends a photo under one key. What happens `meanwhile` happens while half of its body is still on its way. */
const upload = async (as: Person, meanwhile: () => Promise<unknown> = async () => {}): Promise<Response> => {
  const whole = new Response(uploadOf(await jpeg(), 'stairs.jpg'))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const half = bytes.length >> 1
  let asked = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(parts) {
        if (asked++ === 0) return parts.enqueue(bytes.subarray(0, half))
        await meanwhile()
        parts.enqueue(bytes.subarray(half))
        parts.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'Content-Type': whole.headers.get('Content-Type') ?? '', 'Idempotency-Key': 'photo-1' }
  const path = `/api/observations/${visit.observationId}/photos`
  const init = { method: 'POST', body, headers, duplex: 'half' } as const
  return town.fetch(path, { ...init, as })
}

/** The person with a new session on this device. */
const signedIn = async (person: Person, device: string): Promise<Person> => {
  const body = new URLSearchParams({ username: person.email, password: person.password })
  const answer = await town.fetch('/api/login', { method: 'POST', body, headers: { 'Device-Id': device } })
  return { ...person, token: ((await answer.json()) as { access_token: string }).access_token }
}

/** The files in the town's folder, the rows of files, the answers kept under keys, and the calls in the log. */
const stored = async () => ({
  files: readdirSync(town.config.dataFolder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
    .length,
  rows: await town.db.$count(attachments),
  keys: await town.db.$count(idempotencyKeys),
  logged: (await town.db.select({ call: auditLog.call }).from(auditLog)).filter(({ call }) => call === 'B94').length,
})
const nothing = { files: 0, rows: 0, keys: 0, logged: 0 }

const setRow = (change: string) => town.pool.query(`update users set ${change} where id = $1`, [town.people.ons.id])

const ends: Record<string, [status: number, end: () => Promise<unknown>]> = {
  'made inactive': [401, () => setRow('active = false')],
  'made a Guest': [403, () => setRow('role = 0')],
  'signed out': [401, () => town.fetch('/api/logout', { method: 'POST', as: town.people.ons })],
  'given a new password': [
    401,
    () => {
      const { ons, admin } = town.people
      const said = { params: { userId: ons.id }, body: { new_password: 'a heron by the weir' }, as: admin }
      return ask(town, users.setPassword, said)
    },
  ],
}

test.each(Object.keys(ends))(
  'SE-02 C-21 G-26 a photo is not stored for a person who is %s while it arrives; sent again later, it is',
  async (name) => {
    const { ons } = town.people
    const [status, end] = ends[name]!
    const me = eq(userRows.id, ons.id)
    const [before] = await town.db.select({ password_hash: userRows.password_hash }).from(userRows).where(me)
    expect((await upload(ons, end)).status).toBe(status)
    expect(await stored()).toEqual(nothing)
    await town.db
      .update(userRows)
      .set({ ...before, active: true, role: 1 })
      .where(me)
    const again = await upload(await signedIn(ons, 'iPhone 1A2B'))
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, null])
    expect(await stored()).toMatchObject({ rows: 1, keys: 1, logged: 1 })
  },
)

test('X89 a lost phone that is sending a photo is told to clear itself, and the photo is not stored', async () => {
  const { ons, admin } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  const order = { user_id: ons.id, device: 'iPhone 1A2B', clear: true }
  const answer = await upload(lost, () => ask(town, sync.signOutDevice, { body: order, as: admin }))
  expect([answer.status, answer.headers.get(deviceOrderHeader)]).toEqual([401, 'clear'])
  expect(await stored()).toEqual(nothing)
  const [row] = await town.db.select().from(deviceOrders)
  expect(row?.told_at?.getTime()).toBeGreaterThanOrEqual(row?.ordered_at.getTime() ?? Number.NaN)
})

test('G-26 a photo of a person whose role changes while it arrives is stored where the new role may send it', async () => {
  expect((await upload(town.people.ons, () => setRow('role = 2'))).status).toBe(201)
  expect(await stored()).toMatchObject({ rows: 1, keys: 1, logged: 1 })
})
