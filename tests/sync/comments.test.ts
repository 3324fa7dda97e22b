import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addAddressComment,
  addContactComment,
  addUnitComment,
  addUnitCommentWithFiles,
} from '../../src/records/comment.ts'
import { addContact } from '../../src/records/contact.ts'
import { addUnit } from '../../src/records/unit.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { sha256Of } from '../../src/sync/device/hash.ts'
import { discard, retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { statusOf } from '../../src/sync/schedule/status.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { picture, takenIn } from '../harness/pictures.ts'
import { count, smallTown } from '../harness/town.ts'

type Place = Awaited<ReturnType<typeof smallTown>>

const settleAll = async (phone: TestDevice) => {
  for (let round = 0; round < 12 && (await phone.db.outbox.count()) > 0; round++) {
    await phone.drain()
    phone.clock.pass(130_000)
  }
}

const wipe = (town: Office) =>
  town.pool.query(
    'truncate addresses, codes, inspections, areas, observations, units, violations, comments, contacts, contact_comments, attachments restart identity cascade',
  )

const remarks = async (town: Office) =>
  (await town.pool.query<{ id: number; content: string }>('select id, content from comments order by id')).rows

describe.each(['keyed', 'documented'] as const)('comments to a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let place: Place
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await wipe(town)
    place = await smallTown(town)
    phone = await testDevice(town, town.people.ons)
  })
  const say = async (content: string, photos: string[] = []) =>
    perform(phone, addAddressComment, { addressId: place.addressId }, { content, user_id: 1 }, { photos })

  test('AD-19 AD-23 G-26 a comment with two photos written without signal is one comment with both, in one call', async () => {
    phone.signal.off()
    const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
    await say('Porch is loose', photos)
    await phone.drain()
    expect(await statusOf(phone.db)).toMatchObject({ waiting: 1, photosWaiting: 2 })
    phone.signal.on()
    await settleAll(phone)
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await remarks(town)).toMatchObject([{ content: 'Porch is loose' }])
    const stored = await town.pool.query<{ sha256: string; owner_id: number; capture: { sha256: string } | null }>(
      "select sha256, owner_id, capture from attachments where owner_type = 'comment' order by id",
    )
    const sent = await Promise.all([1, 2].map(async (seed) => sha256Of(await picture(seed))))
    expect(stored.rows.map((it) => it.sha256)).toEqual(sent)
    expect(new Set(stored.rows.map((it) => it.owner_id)).size).toBe(1)
    // Each file keeps its own facts; a documented server knows those of one only.
    if (profile === 'keyed') expect(stored.rows.map((it) => it.capture?.sha256)).toEqual(sent)
    expect((await phone.db.photos.toArray()).map((it) => [it.state, it.ownerId > 0])).toEqual(
      photos.map(() => ['verified', true]),
    )
    const calls = phone.signal.sent.filter((it) => it.line.startsWith('POST') && it.line.includes('/comments/'))
    expect(calls).toHaveLength(1)
  })

  test('I2 a comment whose answer is lost is there once, its file too', async () => {
    await say('Seen from the alley', [await takenIn(phone, 3)])
    phone.signal.loseAnswers(1, (it) => it.method === 'POST' && it.url.includes('/comments/'))
    await settleAll(phone)
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'comments')).toBe(1)
    expect(await count(town, 'attachments')).toBe(1)
    expect((await phone.db.photos.toArray()).map((it) => it.state)).toEqual(['verified'])
  })

  test('two equal comments are two, even when an answer is lost', async () => {
    await say('Gate open')
    await say('Gate open')
    phone.signal.loseAnswers(1, (it) => it.method === 'POST' && it.url.includes('/comments/'))
    await settleAll(phone)
    expect(await count(town, 'comments')).toBe(2)
    expect(await phone.db.rows('comment').count()).toBe(2)
  })

  test('UN-13 G-18 a unit comment is JSON without files and a form with them; both carry when they were written', async () => {
    phone.signal.off()
    const unitId = await perform(phone, addUnit, { addressId: place.addressId }, { number: '7' })
    const said = { user_id: 1, address_id: place.addressId }
    await perform(phone, addUnitComment, {}, { comment: { ...said, content: 'Words', unit_id: unitId } })
    const photos = [await takenIn(phone, 4)]
    await perform(phone, addUnitCommentWithFiles, { unitId }, { ...said, content: 'Shown' }, { photos })
    const written = phone.clock.now
    phone.clock.pass(3_600_000)
    phone.signal.on()
    await settleAll(phone)
    const { rows } = await town.pool.query<{ content: string; unit_id: number; observed_at: Date }>(
      'select content, unit_id, observed_at from comments order by content desc',
    )
    const [unit] = (await town.pool.query<{ id: number }>('select id from units where number = $1', ['7'])).rows
    expect(rows.map((it) => [it.content, it.unit_id])).toEqual([
      ['Words', unit?.id],
      ['Shown', unit?.id],
    ])
    if (profile === 'keyed')
      for (const row of rows) expect(Math.abs(row.observed_at.getTime() - written)).toBeLessThan(60_000)
    if (profile === 'documented')
      expect(
        phone.signal.sent.map((it) => it.line).filter((it) => it.includes('/comments/') && it.startsWith('POST')),
      ).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/\/comments\/$/),
          expect.stringContaining(`/comments/unit/${unit?.id}/`),
        ]),
      )
  })

  test('CO-12 CO-14 a comment on a contact made here follows it, with its file', async () => {
    phone.signal.off()
    const contactId = await perform(phone, addContact, {}, { name: 'Cora', email: null, phone: null })
    const photos = [await takenIn(phone, 5)]
    await perform(phone, addContactComment, { contactId }, { comment: 'Called back', user_id: 1 }, { photos })
    phone.signal.on()
    await settleAll(phone)
    expect(await phone.db.outbox.toArray()).toEqual([])
    const { rows } = await town.pool.query(
      "select c.comment, (select count(*)::int from attachments a where a.owner_type = 'contactComment' and a.owner_id = c.id) as files from contact_comments c",
    )
    expect(rows).toEqual([{ comment: 'Called back', files: 1 }])
  })

  test('I16 a discarded comment takes its files along, a rescue copy too', async () => {
    phone.signal.off()
    await say('Kept', [await takenIn(phone, 6)])
    const copy = await rescueCopy(phone)
    const [entry] = await phone.db.outbox.toArray()
    await discard(phone, entry?.key ?? '')
    expect(await phone.db.photos.count()).toBe(0)
    expect(await phone.db.rows('comment').count()).toBe(0)
    await phone.db.receipts.clear()
    expect(await takeRescueCopy(phone, copy)).toMatchObject({ kind: 'taken', entries: 1 })
    phone.signal.on()
    await settleAll(phone)
    expect(await remarks(town)).toMatchObject([{ content: 'Kept' }])
    expect(await count(town, 'attachments')).toBe(1)
  })
})

test('a documented server that takes a comment and loses its files is not believed: the files stay, and go again only by hand', async () => {
  const town = await office({ profile: 'documented', faults: { dropsFiles: true, fileStoreDown: true } })
  try {
    await wipe(town)
    const place = await smallTown(town)
    const phone = await testDevice(town, town.people.ons)
    const photos = [await takenIn(phone, 7), await takenIn(phone, 8)]
    const said = { content: 'Two pictures', user_id: 1 }
    await perform(phone, addAddressComment, { addressId: place.addressId }, said, { photos })
    await settleAll(phone)
    expect(await remarks(town)).toMatchObject([{ content: 'Two pictures' }])
    const left = await phone.db.outbox.toArray()
    expect(left).toMatchObject([{ state: 'refused', files: photos, body: { content: '' } }])
    expect((await phone.db.photos.toArray()).map((it) => [it.state, it.ownerId])).toEqual(
      photos.map(() => ['waiting', left[0]?.id]),
    )
    expect(await phone.db.blobs.where('photo').anyOf(photos).count()).toBe(2)
    expect((await phone.db.rows('comment').toArray()).map((it) => it.content).sort()).toEqual(['', 'Two pictures'])

    await retry(phone, left[0]?.key ?? '')
    await settleAll(phone)
    expect((await remarks(town)).map((it) => it.content)).toEqual(['Two pictures', ''])
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused', files: photos }])
  } finally {
    await town.close()
  }
})
