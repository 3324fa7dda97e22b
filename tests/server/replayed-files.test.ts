import { afterEach, beforeEach, expect, test } from 'vitest'
import { comments } from '../../src/contract/comment.ts'
import { observations } from '../../src/contract/observation.ts'
import { idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { addAddress, type Said, send } from './routes/ask.ts'
import { addObservation, jpeg } from './visit.ts'

let town: Office
let now: Date
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now })
})
afterEach(() => town.close())

interface Shown {
  url: string
  poster_url?: string | null
}
const addressesIn = (photos: Shown[]) => photos.flatMap(({ url, poster_url }) => [url, poster_url ?? []].flat())

/** The answer to a call, and the same answer when it is asked for again three hours later. */
const answeredTwice = async (ask: (said: Said) => Promise<Response>) => {
  const files = [{ name: 'côté 100% (1).jpg', bytes: new Uint8Array(await jpeg()) }]
  const said = () => ask({ files, headers: { 'Idempotency-Key': 'key-1' } })
  const first = await (await said()).json()
  const stored = await town.db.select().from(idempotencyKeys)
  now = new Date('2026-11-20T17:00:00Z')
  const answer = await said()
  expect([answer.ok, answer.headers.get('Idempotency-Replayed')]).toEqual([true, 'true'])
  expect(await town.db.select().from(idempotencyKeys)).toEqual(stored)
  return { first, second: await answer.json() }
}

const areShown = async (addresses: string[]) =>
  Promise.all(addresses.map(async (it) => (await town.fetch(it)).headers.get('Content-Type')))
const withoutSignature = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/&until=\d+&sig=[\w-]+/g, ''))

test('G-13 an answer that is sent again after hours names its pictures with addresses that are valid', async () => {
  const { id } = await addAddress(town, '1 A STREET')
  const { first, second } = await answeredTwice((said) =>
    send(town, comments.addToAddress, { ...said, params: { addressId: id }, body: { content: 'Dog', user_id: 1 } }),
  )
  const [before, after] = [first, second].map(({ photos }) => addressesIn(photos))
  expect(await areShown(before ?? [])).toEqual(['application/json', 'application/json'])
  expect(await areShown(after ?? [])).toEqual(['image/jpeg', 'image/jpeg'])
  expect(withoutSignature(second)).toEqual(withoutSignature(first))
})

test('G-26 so does the answer to an upload', async () => {
  const { observationId } = await addObservation(town)
  const { first, second } = await answeredTwice((said) =>
    send(town, observations.addPhoto, { ...said, params: { observationId } }),
  )
  expect(await areShown(addressesIn(second.uploaded))).toEqual(['image/jpeg'])
  expect(withoutSignature(second)).toEqual(withoutSignature(first))
})
