import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await freshTown(town)).inspectionId
})
afterAll(() => town.close())

/** Reads once. The server's clock is `aheadMs` ahead of the phone's, and the answer arrives `tookMs` after it was written. */
async function readsIn(phone: TestDevice, aheadMs: number, tookMs: number): Promise<number> {
  const ask = phone.fetch
  phone.fetch = async (request) => {
    const answer = await ask(request)
    const written = new Date(phone.clock.now + aheadMs).toUTCString()
    answer.headers.get = (name) =>
      name.toLowerCase() === 'date' ? written : Headers.prototype.get.call(answer.headers, name)
    phone.clock.pass(tookMs)
    return answer
  }
  await pull(phone, inspectionById(inspectionId)).catch((error: unknown) => {
    // An answer that refuses the session shows the clock too.
    if (!(error instanceof CallError && error.problem.kind === 'signedOut')) throw error
  })
  phone.fetch = ask
  return phone.db.fact('clockOffsetMs', 0)
}

const minute = 60_000

test('G-16 an answer that was long on its way does not set the clock: what is written then has the right time', async () => {
  for (const tookMs of [100, 2_900, 25_000, 25 * minute]) {
    const phone = await testDevice(town, town.people.ons)
    expect([tookMs, await readsIn(phone, 0, tookMs)]).toEqual([tookMs, 0])
    const id = await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    const area = await phone.db.rows('area').get(id)
    expect(area).toMatchObject({ created_at: new Date(phone.now()).toISOString() })
  }
})

test('G-16 a clock that is wrong is known from a slow answer too, and exactly from a prompt one', async () => {
  const phone = await testDevice(town, town.people.ons)
  const slow = await readsIn(phone, 60 * minute, 20_000)
  expect(Math.abs(slow - 60 * minute)).toBeLessThanOrEqual(21_000)
  const prompt = await readsIn(phone, 60 * minute, 0)
  expect(Math.abs(prompt - 60 * minute)).toBeLessThanOrEqual(1_000)
  // A slow answer makes nothing worse.
  expect(await readsIn(phone, 60 * minute, 20_000)).toBe(prompt)
  // The clock has been set right.
  expect(await readsIn(phone, 0, 0)).toBe(0)
})

const day = 24 * 60 * minute

/** A phone on which an area waits, paused because its clock has jumped past the end of the session. */
async function pausedByItsClock() {
  const phone = await testDevice(town, town.people.ons)
  const endsAt = phone.now() + day / 2
  phone.token = async () =>
    phone.now() + (await phone.db.fact('clockOffsetMs', 0)) < endsAt ? phone.session.token : null
  let isWoken = false
  phone.wake = () => {
    isWoken = true
  }
  phone.clock.pass(day)
  await perform(phone, addArea, { inspectionId }, { name: 'Attic' })
  await phone.drain()
  expect(await phone.db.fact('paused', null)).toBe('signIn')
  isWoken = false
  return { phone, isWoken: () => isWoken }
}

test('I22 a clock that jumped past the end of the session: sending goes on when its error is known', async () => {
  const { phone, isWoken } = await pausedByItsClock()
  expect(await readsIn(phone, -day, 0)).toBeLessThan(-day + minute)
  expect([await phone.db.fact('paused', null), isWoken()]).toEqual([null, true])
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I22 a clock that jumped past the end of the session: sending goes on when it is right again', async () => {
  const { phone, isWoken } = await pausedByItsClock()
  phone.clock.pass(-day)
  await readsIn(phone, 0, 0)
  expect([await phone.db.fact('paused', null), isWoken()]).toEqual([null, true])
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
})

test('SE-05 without a valid session an answer does not start sending', async () => {
  const { phone, isWoken } = await pausedByItsClock()
  expect(await readsIn(phone, 0, 0)).toBe(0)
  expect([await phone.db.fact('paused', null), isWoken()]).toEqual(['signIn', false])
})
