import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/in-transaction.ts'
import { keptAlertsOf } from '../../src/records/kept-here.ts'
import { changeDraft, clearDraft, countUnsaved, countUnsavedForms, keepDraft } from '../../src/sync/entry/drafts.ts'
import { formNames } from '../../src/sync/entry/names.ts'
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

const merge = (id: number, into: number) =>
  inTransaction(phone.db, 'rw', phone.db.tables, (db) =>
    followMerged(db, [{ type: 'address', id, row: null, into }], 0),
  )
const drafts = () => phone.db.drafts.toArray()

test('X93 a draft written under the number of a merged record is stored and deleted under that of the survivor', async () => {
  await merge(2, 1)
  await keepDraft(phone.db, { form: 'comment/address:2', values: { text: 'Late' }, savedAt: 5 })
  expect(await drafts()).toEqual([{ form: 'comment/address:1', values: { text: 'Late' }, savedAt: 5 }])
  await clearDraft(phone.db, 'comment/address:2')
  expect(await drafts()).toEqual([])
})

test('X93 the names of a form follow merges of merges; parts that name no record stay as they are', async () => {
  await merge(3, 2)
  await merge(2, 1)
  expect(await formNames(phone.db, 'comment/address:3')).toEqual(['comment/address:3', 'comment/address:1'])
  expect(await formNames(phone.db, 'alert-text/address:2/here:2')).toEqual([
    'alert-text/address:2/here:2',
    'alert-text/address:1/here:2',
  ])
  for (const form of ['complaint-call', 'comment/address:1', 'entry/rooms:Attic', 'entry/rooms:'])
    expect(await formNames(phone.db, form)).toEqual([form])
})

test('I16 of a draft that is deleted stays what another page has typed into it', async () => {
  await keepDraft(phone.db, { form: 'complaint-call', values: { words: 'a\nb' }, savedAt: 1 })
  await clearDraft(phone.db, 'complaint-call', () => ({ words: 'a' }))
  expect(await drafts()).toEqual([{ form: 'complaint-call', values: { words: 'a' }, savedAt: 1 }])
  await clearDraft(phone.db, 'complaint-call', () => null)
  expect(await drafts()).toEqual([])
})

test('G-05 lists of alerts that only this device has are counted apart from forms that were begun', async () => {
  for (const form of [keptAlertsOf(1), keptAlertsOf(2), 'comment/address:1'])
    await changeDraft(phone.db, form, () => ({ values: [], savedAt: 1 }))
  expect(await countUnsaved(phone.db)).toEqual({ forms: 1, lists: 2 })
  // All of them keep a person's database on the device.
  expect(await countUnsavedForms(phone.db)).toBe(3)
})
