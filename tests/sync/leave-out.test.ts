import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAddressComment } from '../../src/records/comment.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { takeIn } from '../../src/sync/capture/take-in.ts'
import { sha256Of } from '../../src/sync/device/hash.ts'
import { leaveOut } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { picture, takenIn } from '../harness/pictures.ts'
import { count, smallTown } from '../harness/town.ts'

// A comment is sent together with its files, so one file that the office refuses would take all of it.

const cutPdf = () => new File(['%PDF-1.4\nnothing of a document'], 'permit.pdf')

describe.each(['keyed', 'documented'] as const)('a file of a comment to a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let addressId: number
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses, comments, attachments restart identity cascade')
    addressId = (await smallTown(town)).addressId
    phone = await testDevice(town, town.people.ons)
  })

  const only = async () => (await phone.db.outbox.toArray())[0]!
  /** Until nothing is left or the user is asked. */
  const settle = async () => {
    for (let round = 0; round < 12 && (await phone.db.outbox.where('state').notEqual('refused').count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
  }
  const refused = async () => {
    const photo = await takenIn(phone, 1)
    const pdf = await takeIn(phone.db, cutPdf(), { form: 'a form' })
    const extra = { photos: [photo, pdf] }
    await perform(phone, addAddressComment, { addressId }, { content: 'Porch is loose', user_id: 1 }, extra)
    return { photo, pdf }
  }

  test('I1 a damaged file is named, can be left out, and the text and the other file arrive once', async () => {
    const { photo, pdf } = await refused()
    await settle()
    const { state, problem, key, files } = await only()
    expect({ state, files }).toEqual({ state: 'refused', files: [photo, pdf] })
    if (profile === 'keyed') expect(problem?.detail).toMatch(/^File 2 of 2: The PDF is damaged or cut short/)
    const typed = { form: `repair/${(await only()).seq}`, values: {}, savedAt: 1 }
    await phone.db.drafts.put(typed)
    expect(await leaveOut(phone, key, pdf)).toBe(true)
    expect(await phone.db.drafts.toArray()).toEqual([typed])
    expect(await only()).toMatchObject({ state: 'waiting', files: [photo] })
    expect((await only()).touches).not.toContain(`photo:${pdf}`)
    expect(await phone.db.photos.get(pdf)).toBeUndefined()
    expect(await phone.db.blobs.where('photo').equals(pdf).count()).toBe(0)
    await settle()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect((await town.pool.query('select content from comments')).rows).toEqual([{ content: 'Porch is loose' }])
    const stored = await town.pool.query('select sha256 from attachments')
    expect(stored.rows).toEqual([{ sha256: await sha256Of(await picture(1)) }])
  })

  test('I1 the only file can be left out, after a sending without signal too', async () => {
    const pdf = await takeIn(phone.db, cutPdf(), { form: 'a form' })
    phone.signal.off()
    const extra = { photos: [pdf] }
    await perform(phone, addAddressComment, { addressId }, { content: 'Porch is loose', user_id: 1 }, extra)
    await phone.drain()
    phone.signal.on()
    await settle()
    const { state, key } = await only()
    expect(state).toBe('refused')
    await leaveOut(phone, key, pdf)
    expect((await only()).files).toBeUndefined()
    await settle()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'comments')).toBe(1)
    expect(await count(town, 'attachments')).toBe(0)
  })

  test('I13 nothing is left out of an entry that is being sent', async () => {
    const { pdf } = await refused()
    await phone.db.outbox.toCollection().modify({ state: 'sending' })
    expect(await leaveOut(phone, (await only()).key, pdf)).toBe(false)
    expect(await phone.db.photos.get(pdf)).toBeDefined()
    expect((await only()).files).toContain(pdf)
  })
})
