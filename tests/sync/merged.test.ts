import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DoubleKind, merges } from '../../src/contract/merge.ts'
import { addressById } from '../../src/records/address.ts'
import { addAddressComment, commentsOfAddress } from '../../src/records/comment.ts'
import { allContacts, contactById, saveContact } from '../../src/records/contact.ts'
import { linkAddressContact } from '../../src/records/contact-link.ts'
import { type Query, rowsOf } from '../../src/records/query.ts'
import { addViolation, violationsOfAddress } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { resolved } from '../../src/sync/entry/resolved.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import type { Feed } from '../../src/sync/pull/feed.ts'
import { backUp } from '../harness/backups.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { connectTo, restoredOffice } from '../harness/restored.ts'
import { freshTown } from '../harness/town.ts'
import { ask, mergePair } from '../server/routes/ask.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('truncate merges, merge_moves, merged_records cascade')
  place = await freshTown(town)
  await town.pool.query(`insert into addresses (combadd) values ('12 Elm St')`)
  await town.pool.query(`insert into contacts (name, phone) values ('Rose', '4105550101'), ('Rosa', '4105550102')`)
  phone = await testDevice(town, town.people.ons)
  await catchUp(phone)
  for (const query of [allContacts(), commentsOfAddress(gone), violationsOfAddress(gone)])
    await refresh(phone, query as unknown as Query)
})

/** The address of the town is the first; the second is its double. */
const gone = 2

const merge = (kind: DoubleKind) => mergePair(town, kind, [1, 2])
const undo = (id: number) => ask(town, merges.undo, { body: { id }, as: town.people.oas })

const heard = async () => {
  phone.clock.pass(10_000)
  await catchUp(phone)
}
const shownId = async (contactId: number) =>
  (await resolved(phone.db, contactById(contactId) as unknown as Query)).params.contactId

const comment = (content: string) =>
  perform(phone, addAddressComment, { addressId: gone }, { content, user_id: 1, unit_id: null })

const violation = () =>
  perform(phone, addViolation, {}, {
    address_id: gone,
    unit_id: null,
    business_id: null,
    inspection_id: null,
    user_id: 1,
    codes: [place.codeId],
    deadline: '7 days',
    violation_type: 'doorhanger',
    description: null,
  } as never)

const stored = async (table: string) =>
  (await town.pool.query(`select address_id::int from ${table} order by id`)).rows.map((it) => it.address_id)

test.each(['before', 'after'] as const)(
  'what waits on a phone for an address that is gone arrives once at the one that stayed, sent %s it hears of the merge',
  async (when) => {
    phone.signal.off()
    await comment('Saved without signal')
    await violation()
    const id = await merge('address')
    phone.signal.on()
    if (when === 'after') await heard()
    await phone.drain()
    await heard()
    expect(await stored('comments')).toEqual([1])
    expect(await stored('violations')).toEqual([1])
    expect(await phone.db.outbox.count()).toBe(0)
    expect((await phone.db.rows('comment').toArray()).map((it) => it.address_id)).toEqual([1])
    // Written since the merge: it stays when the merge is undone.
    await undo(id)
    expect(await stored('comments')).toEqual([1])
  },
)

test('a page that is opened under the number of a merged record shows the one that stayed, and follows an undo', async () => {
  const id = await merge('contact')
  await heard()
  expect(await shownId(2)).toBe(1)
  expect(await phone.db.rows('contact').get(2)).toBeUndefined()
  // Saved under the old number, it goes to the record that stayed at once.
  await perform(phone, linkAddressContact, { addressId: 1 }, { contact_id: 2 })
  expect((await phone.db.outbox.toArray())[0]?.body).toEqual({ contact_id: 1 })
  await phone.drain()
  await undo(id)
  await heard()
  expect(await shownId(2)).toBe(2)
  expect(await phone.db.rows('contact').get(2)).toMatchObject({ name: 'Rosa' })
})

test('a change of a merged contact is not lost: it becomes a choice between both versions', async () => {
  phone.signal.off()
  await perform(phone, saveContact, { contactId: 2 }, { name: 'Rosa Field', email: '', phone: '4105550102' })
  await merge('contact')
  phone.signal.on()
  await phone.drain()
  const [entry] = await phone.db.outbox.toArray()
  expect(entry).toMatchObject({ state: 'conflict' })
  expect((await town.pool.query('select name from contacts')).rows).toEqual([{ name: 'Rose' }])
})

test.each(['lists', 'work'] as const)(
  'a town restored to before a merge has both addresses again, also for a phone that asks for its %s first',
  async (first) => {
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-merged-'))
    const path = join(folder, 'town.tar.gz')
    await backUp(town, path)
    await merge('address')
    await heard()
    expect((await resolved(phone.db, commentsOfAddress(gone) as unknown as Query)).params.addressId).toBe(1)
    const after = await restoredOffice(path)
    connectTo(phone, after)
    await (first === 'lists' ? heard() : phone.drain())
    await comment('Recorded at the double')
    await phone.drain()
    const { rows } = await after.pool.query('select address_id::int from comments')
    expect(rows).toEqual([{ address_id: gone }])
    await after.close()
    rmSync(folder, { recursive: true, force: true })
  },
)

test('a merge that was undone while a phone missed the changes is no longer followed by it', async () => {
  const id = await merge('address')
  await heard()
  await undo(id)
  const feed = await phone.db.fact<Feed | null>('feed', null)
  await phone.db.setFact('feed', { ...feed, cursor: 'of another time' })
  await heard()
  expect((await resolved(phone.db, commentsOfAddress(gone) as unknown as Query)).params.addressId).toBe(gone)
})

test('CO-05 the number of a merged record leads to the survivor on a phone that has not read of the merge', async () => {
  await merge('contact')
  const other = await testDevice(town, town.people.ons)
  await catchUp(other)
  await refresh(other, contactById(2) as unknown as Query)
  const shown = await resolved(other.db, contactById(2) as unknown as Query)
  expect((await rowsOf(other.db, shown)).map((it) => it.id)).toEqual([1])
})

test('a page of a merged record leads on after the changes began anew, and its own row is gone', async () => {
  for (const id of [1, gone]) await refresh(phone, addressById(id) as unknown as Query)
  await merge('address')
  const feed = await phone.db.fact<Feed | null>('feed', null)
  await phone.db.setFact('feed', { ...feed, cursor: 'of another time' })
  await heard()
  await refresh(phone, addressById(gone) as unknown as Query)
  const shown = await resolved(phone.db, addressById(gone) as unknown as Query)
  expect((await rowsOf(phone.db, shown)).map((it) => it.id)).toEqual([1])
  expect(await phone.db.rows('address').toCollection().primaryKeys()).toEqual([1])
})

test('I14 the first sending after a sign-in does not forget merges, and a merged row goes once no work names it', async () => {
  for (const id of [1, gone]) await refresh(phone, addressById(id) as unknown as Query)
  phone.signal.off()
  await comment('Recorded before the merge was heard of')
  await merge('address')
  phone.signal.on()
  await heard()
  expect(await phone.db.rows('address').toCollection().primaryKeys()).toEqual([1, gone])
  await phone.drain()
  await heard()
  expect((await resolved(phone.db, commentsOfAddress(gone) as unknown as Query)).params.addressId).toBe(1)
  expect(await phone.db.rows('address').toCollection().primaryKeys()).toEqual([1])
})
