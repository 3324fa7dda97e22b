import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { openSealed, readySealKey } from '../../src/sync/session/seal/arrive.ts'
import { seal } from '../../src/sync/session/seal/seal.ts'
import { sealingOf } from '../../src/sync/session/seal/sealing.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const byProxy = (phone: TestDevice, status: number, path: string) =>
  phone.signal.answerWith(
    1,
    () => Response.json({ detail: 'Accept the terms first' }, { status }),
    (it) => it.url.endsWith(path),
  )

test.each([400, 403, 404, 405])(
  'I16 a %i of a proxy does not say that the server seals nothing: the key is asked for again',
  async (status) => {
    const phone = await testDevice(town, town.people.ons)
    byProxy(phone, status, '/sync/seal-key')
    await readySealKey(phone, 'a long pass phrase')
    expect(await sealingOf(phone.db)).toBe('notReady')
    await readySealKey(phone, 'a long pass phrase')
    expect(await sealingOf(phone.db)).toBe('password')
  },
)

test.each([400, 403, 404, 422])(
  'I16 a %i of a proxy does not say that the town cannot open the work: it is asked again',
  async (status) => {
    const { inspectionId } = await freshTown(town)
    const phone = await testDevice(town, town.people.ons)
    await readySealKey(phone, null)
    await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
    byProxy(phone, status, '/sync/unseal')
    expect(await openSealed(phone, null)).toBe('needsSignal')
    expect(await openSealed(phone, null)).toBe('opened')
    expect(await phone.db.outbox.count()).toBe(1)
  },
)

test('I16 a server of the documented calls alone seals nothing, and opens nothing that another sealed', async () => {
  const { inspectionId } = await freshTown(town)
  const phone = await testDevice(town, town.people.ons)
  await readySealKey(phone, null)
  await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
  await seal(phone.db, phone.userId, phone.now())
  const documented = await office({ profile: 'documented' })
  const { id: _, ...person } = documented.people.ons
  const theirs = await testDevice(documented, { ...person, id: phone.userId }, { storage: phone.storage })
  expect(await openSealed(theirs, null)).toBe('refused')
  await readySealKey(theirs, null)
  expect(await sealingOf(theirs.db)).toBe('documented')
  await documented.close()
})
