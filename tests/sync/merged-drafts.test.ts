import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Draft } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/in-transaction.ts'
import { type RowName, rowName } from '../../src/db/outbox.ts'
import { renameDrafts } from '../../src/sync/entry/drafts.ts'
import { followMerged } from '../../src/sync/pull/merged.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
let phone: TestDevice
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

const draft = (form: string, values: unknown, savedAt: number, seen?: object): Draft => ({
  form,
  values,
  savedAt,
  ...(seen ? { seen } : {}),
})
const typed = async (...drafts: Draft[]) => void (await phone.db.drafts.bulkPut(drafts))
const rename = (names: [RowName, RowName][]) =>
  inTransaction(phone.db, 'rw', phone.db.tables, (db) => renameDrafts(db, new Map(names)))
const drafts = () => phone.db.drafts.toArray()

test.each(['address', 'contact', 'business'] as const)(
  'what was half typed at both merged records of type %s is one text, the older one first',
  async (type) => {
    await typed(
      draft(`comment/${type}:2`, { content: 'Gate is open', tag: '', user_id: 7, photos: [] }, 2_000),
      draft(`comment/${type}:1`, { content: 'Nobody home', tag: 'A', user_id: null, photos: ['a'] }, 1_000),
      draft('comment/unit:2', { content: 'Another record' }, 1),
    )
    await inTransaction(phone.db, 'rw', phone.db.tables, (db) =>
      followMerged(db, [{ type, id: 2, row: null, into: 1 }], 0),
    )
    const joined = { content: 'Nobody home\nGate is open', tag: 'A', user_id: 7, photos: ['a'] }
    expect(await drafts()).toEqual([
      draft(`comment/${type}:1`, joined, 2_000),
      draft('comment/unit:2', { content: 'Another record' }, 1),
    ])
  },
)

test('a new unit that takes the number of one with a half-typed comment joins its own to it', async () => {
  await typed(
    draft(`comment/${rowName('unit', -5)}`, { content: 'Smell of gas' }, 1_000),
    draft('comment/unit:9', { content: 'Tenant called' }, 3_000),
  )
  await rename([['unit:-5', 'unit:9']])
  expect(await drafts()).toEqual([draft('comment/unit:9', { content: 'Smell of gas\nTenant called' }, 3_000)])
})

test('three records merged into one keep all three texts, and a draft moves out of the way of another', async () => {
  await typed(...[1, 2, 3].map((id) => draft(`comment/address:${id}`, { content: `Text ${id}` }, id)))
  await rename([
    ['address:3', 'address:1'],
    ['address:2', 'address:1'],
  ])
  expect(await drafts()).toEqual([draft('comment/address:1', { content: 'Text 1\nText 2\nText 3' }, 3)])
  await typed(draft('comment/address:4', { content: 'Text 4' }, 4))
  await rename([
    ['address:1', 'address:9'],
    ['address:4', 'address:1'],
  ])
  expect((await drafts()).map((it) => it.form)).toEqual(['comment/address:1', 'comment/address:9'])
})

test('a list that is kept on this device has the values of both, and an edit of the surviving record stays', async () => {
  const [dog, gate] = ['dog', 'gate'].map((kind) => ({ id: 1, kind, text: '', by: '', at: kind }))
  await typed(
    draft('alerts-here/address:2', [dog], 1),
    draft('alerts-here/address:1', [gate], 2),
    draft('edit/contact:2', { name: 'Rosa' }, 2, { name: 'Ros' }),
    draft('edit/contact:1', { name: 'Rose' }, 1, { name: 'Roos' }),
    draft('edit/business:2', { name: 'Bakery' }, 1, { name: 'Baker' }),
  )
  await rename([
    ['address:2', 'address:1'],
    ['contact:2', 'contact:1'],
    ['business:2', 'business:1'],
  ])
  expect(await drafts()).toEqual([
    draft('alerts-here/address:1', [dog, gate], 2),
    draft('edit/business:1', { name: 'Bakery' }, 1, { name: 'Baker' }),
    draft('edit/contact:1', { name: 'Rose' }, 1, { name: 'Roos' }),
  ])
})
