import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../src/contract/user.ts'
import { addArea } from '../../src/records/area.ts'
import { addInspectionPhoto } from '../../src/records/inspection.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { addPasskey } from '../../src/sync/session/passkey.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
let phone: TestDevice

describe('too many wrong passwords of a signed-in person', () => {
  const words = expect.stringMatching(/^Too many wrong passwords. Try again in \d+ minutes\.$/)
  const wrong = { current_password: 'not this one', new_password: 'a new one, long enough' }
  const change = () => callNow(phone, users.changePassword, {}, wrong, null, new Map())
  beforeAll(async () => {
    town = await office({ config: { wrongPasswords: { limit: 2, windowSeconds: 900 } } })
    inspectionId = (await smallTown(town)).inspectionId
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    phone = await testDevice(town, town.people.ons)
  })

  test('G-19 I18 are told in the server’s words, and the saved work leaves meanwhile', async () => {
    for (let time = 0; time < 2; time++) await change()
    expect(await change()).toMatchObject({ kind: 'failed', problem: { kind: 'refused', status: 429, detail: words } })
    expect(await phone.db.facts({ connection: 'unknown', holdUntil: 0 })).toEqual({
      connection: 'online',
      holdUntil: 0,
    })
    await perform(phone, addArea, { inspectionId }, { name: 'Porch' })
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(1)
  })

  test('a passkey that asks for the password tells them too', async () => {
    await town.pool.query("update sessions set created_at = now() - interval '1 day'")
    for (let time = 0; time < 3; time++) await change()
    expect(await addPasskey(phone, 'My phone', wrong.current_password)).toEqual({ kind: 'failed', words })
  })

  test('I18 a 429 that does not echo the key, as of a proxy, still holds everything', async () => {
    const busy = { 'Retry-After': '300', 'Content-Type': 'application/json' }
    phone.signal.answerWith(1, () => new Response('{"detail":"Too many"}', { status: 429, headers: busy }))
    expect(await change()).toMatchObject({ problem: { kind: 'serverDown' } })
    expect((await phone.db.fact('holdUntil', 0)) - phone.clock.now).toBe(300_000)
  })
})

describe('more files than are taken from one person within a day', () => {
  let now: Date
  beforeAll(async () => {
    now = new Date()
    const perDay = { uploads: 1, devices: 9 }
    town = await office({ clock: () => now, config: { perDay, sessionSeconds: 1e6, sessionIdleSeconds: 1e6 } })
    inspectionId = (await smallTown(town)).inspectionId
  })
  afterAll(() => town.close())

  test('I3 I7 I18 the files wait with the server’s words, and everything else leaves; later they leave too', async () => {
    phone = await testDevice(town, town.people.ons)
    const photos: string[] = []
    for (let seed = 0; seed < 6; seed++) photos.push(await takenIn(phone, seed))
    await addFiles(phone, addInspectionPhoto, { inspectionId }, photos)
    await perform(phone, addArea, { inspectionId }, { name: 'Porch' })
    await phone.drain()
    await perform(phone, addArea, { inspectionId }, { name: 'Cellar' })
    await phone.drain()
    expect(await count(town, 'areas')).toBe(2)
    expect(await phone.db.fact('connection', '')).toBe('online')
    const uploads = () => phone.signal.sent.filter((it) => it.line.endsWith('/photos')).length
    // Those that were under way together may both be taken, or the second refused.
    expect(uploads()).toBeLessThanOrEqual(4)
    const waiting = await phone.db.outbox.toArray()
    expect(waiting.length).toBeGreaterThanOrEqual(4)
    expect(waiting.map((it) => it.problem?.detail ?? '').join()).toMatch(
      /sent \d files within a day; at most 1 are taken/,
    )
    expect(new Set(waiting.map((it) => it.state))).toEqual(new Set(['waiting']))

    // Neither a tap nor a new picture asks before the hour that the server named.
    const before = uploads()
    await addFiles(phone, addInspectionPhoto, { inspectionId }, [await takenIn(phone, 7)])
    phone.clock.pass(3_000_000)
    await phone.drain()
    expect(uploads()).toBe(before)
    phone.clock.pass(24 * 3_600_000)
    now = new Date(now.getTime() + 24 * 3_600_000 + 3_000_000)
    town.config.perDay.uploads = 9
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'attachments')).toBe(7)
  })
})
