import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { download } from '../../src/sync/online/download.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

/** The answer that refuses an old token comes when this person has signed in again, in this tab or another. */
describe('SE-05 a refusal of an old token leaves a newer one alone', () => {
  let town: Office
  let place: Awaited<ReturnType<typeof smallTown>>
  let phone: TestDevice
  let fresh: string
  beforeAll(async () => {
    town = await office()
    place = await smallTown(town)
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    phone = await testDevice(town, town.people.admin)
    fresh = town.people.admin.token
    phone.session.token = 'of this morning'
  })

  const refuseThenSignIn = (matching: (request: Request) => boolean) =>
    phone.signal.answerWith(
      1,
      () => {
        phone.session.token = fresh
        return Response.json({ detail: 'The session has ended. Sign in again.' }, { status: 401 })
      },
      matching,
    )

  const signedIn = async () => {
    expect(phone.session.token).toBe(fresh)
    expect(await phone.db.fact('paused', null)).toBe(null)
  }

  test.each(['/sync/info', '/areas', '/sync/batch'])('when work is sent: %s', async (path) => {
    phone.batches = path === '/sync/batch'
    const before = await count(town, 'areas')
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: `Kitchen ${path}` })
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: `Hall ${path}` })
    if (path !== '/sync/info') phone.keyed = true
    refuseThenSignIn((it) => it.url.endsWith(path))
    await phone.drain()
    await signedIn()
    expect(await phone.db.outbox.where('state').equals('waiting').count()).toBeGreaterThan(0)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'areas')).toBe(before + 2)
  })

  test('when a list is fetched', async () => {
    refuseThenSignIn(() => true)
    await expect(pull(phone, inspectionById(place.inspectionId))).rejects.toThrow(CallError)
    await signedIn()
    await pull(phone, inspectionById(place.inspectionId))
  })

  test('when a document is fetched', async () => {
    refuseThenSignIn(() => true)
    await expect(download(phone, '/violations/1/notice', 'application/')).rejects.toThrow(CallError)
    await signedIn()
  })

  test('when a call is made at once', async () => {
    // The question of the server's kind comes first.
    refuseThenSignIn(({ method }) => method === 'POST')
    const answer = await callNow(phone, rooms.add, {}, { name: 'Attic' }, { words: 'Room added' }, new Map())
    expect(answer).toMatchObject({ kind: 'failed', problem: { kind: 'signedOut' } })
    await signedIn()
  })

  test('while the refused token is the only one, it is deleted, and sending waits for the person', async () => {
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
    await phone.drain()
    expect(phone.session.token).toBe(null)
    expect(await phone.db.fact('paused', null)).toBe('signIn')
    phone.session.token = fresh
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
  })
})
