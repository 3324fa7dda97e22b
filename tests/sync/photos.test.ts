import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addInspectionPhoto } from '../../src/records/inspection.ts'
import { addInspection } from '../../src/records/inspection-add.ts'
import { addObservation } from '../../src/records/observation.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { takeIn } from '../../src/sync/capture/take-in.ts'
import { sha256Of } from '../../src/sync/device/hash.ts'
import { clearDraft, countUnsavedForms, keepDraft } from '../../src/sync/entry/drafts.ts'
import { formNames } from '../../src/sync/entry/names.ts'
import { settleIn } from '../../src/sync/session/settle-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { picture, takenIn } from '../harness/pictures.ts'
import { count, freshTown, smallTown } from '../harness/town.ts'

describe.each(['keyed', 'documented'] as const)('files to a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let place: Awaited<ReturnType<typeof smallTown>>
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    place = await freshTown(town)
    phone = await testDevice(town, town.people.ons)
  })

  const observation = { content: 'Rotten step', potentialvio: true, user_id: 1, codes: [] }
  const settleAll = async () => {
    for (let round = 0; round < 12 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
  }

  test('AR-14 I9 photos made without signal follow their observation, byte for byte, one request each', async () => {
    phone.signal.off()
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
    const photos = [await takenIn(phone, 1), await takenIn(phone, 2), await takenIn(phone, 3)]
    await perform(phone, addObservation, { areaId }, observation, { photos })
    expect(await phone.db.outbox.count()).toBe(5)
    phone.signal.on()
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const stored = await town.pool.query<{ sha256: string }>(
      "select sha256 from attachments where owner_type = 'observation'",
    )
    const sent = await Promise.all([1, 2, 3].map(async (seed) => sha256Of(await picture(seed))))
    expect(stored.rows.map((it) => it.sha256).sort()).toEqual(sent.sort())
    expect(phone.signal.sent.filter((it) => it.line.endsWith('/photos'))).toHaveLength(3)
    expect((await phone.db.photos.toArray()).map((it) => [it.state, it.ownerId > 0])).toEqual(
      photos.map(() => ['verified', true]),
    )
  })

  test('AR-10 I8 a form that is saved while its area is sent finds its photos under the new name, and no draft stays', async () => {
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
    const form = `observation/area:${areaId}`
    const photo = await takenIn(phone, 1, form)
    await phone.db.drafts.put({ form, values: observation, savedAt: phone.now() })
    await phone.drain()
    // The page was rendered before and still uses these names.
    const found = await phone.db.photos
      .where('form')
      .anyOf(await formNames(phone.db, form))
      .primaryKeys()
    expect(found).toEqual([photo])
    await perform(phone, addObservation, { areaId }, observation, { photos: found, form })
    expect(await phone.db.drafts.toArray()).toEqual([])
    await settleAll()
    expect(await count(town, 'attachments')).toBe(1)
  })

  test('I8 a draft that the page keeps under the former name of its area is kept only under the new one', async () => {
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
    const former = `observation/area:${areaId}`
    await keepDraft(phone.db, { form: former, values: observation, savedAt: 1 })
    await phone.drain()
    // The page has not drawn the new name yet, and still writes under the old one.
    await keepDraft(phone.db, { form: former, values: { ...observation, content: 'The sink leaks' }, savedAt: 2 })
    const { server } = (await phone.db.ids.get(['area', areaId])) ?? {}
    expect(await phone.db.drafts.toArray()).toMatchObject([
      { form: `observation/area:${server}`, values: { content: 'The sink leaks' } },
    ])
    await clearDraft(phone.db, former)
    expect(await phone.db.drafts.toArray()).toEqual([])
  })

  /** A complaint made on this phone, and the form of its files; their names once it is sent. */
  async function complaintWithFiles(seeds: readonly number[]) {
    const body = {
      ...{ source: 'Complaint' as const, address_id: place.addressId, description: 'Loud pump', paid: false },
      ...{ inspector_id: null, contact_id: null, unit_id: null, business_id: null },
    }
    const id = await perform(phone, addInspection, {}, body)
    const photos: string[] = []
    for (const seed of seeds) photos.push(await takenIn(phone, seed, `files/inspection:${id}`))
    const numberOf = async () => (await phone.db.ids.get(['inspection', id]))?.server ?? id
    return { form: `files/inspection:${id}`, photos, numberOf }
  }
  const photosIn = async (form: string) => {
    const found = await phone.db.photos
      .where('form')
      .anyOf(await formNames(phone.db, form))
      .sortBy('takenInAt')
    return found.map((it) => it.id).sort()
  }

  test('CP-12 I8 files chosen for a record that then gets its office number are found under it, and sent', async () => {
    const { form, photos, numberOf } = await complaintWithFiles([1, 2])
    // A form of another record stays, and so does one whose name only begins alike.
    const [other, alike] = [await takenIn(phone, 3, 'files/violation:-1'), await takenIn(phone, 4, `${form}0`)]
    await phone.drain()
    const inspectionId = await numberOf()
    expect(inspectionId).toBeGreaterThan(0)
    expect(await photosIn(`files/inspection:${inspectionId}`)).toEqual(photos.toSorted())
    expect(await phone.db.photos.get(other)).toMatchObject({ form: 'files/violation:-1' })
    expect(await phone.db.photos.get(alike)).toMatchObject({ form: `${form}0` })
    await addFiles(phone, addInspectionPhoto, { inspectionId }, photos)
    await settleAll()
    expect(await count(town, 'attachments')).toBe(2)
  })

  test.each(['violation/inspection', 'comment/inspection', 'follow-up/inspection'])(
    'I8 a photo that is read while its record gets its office number is in the %s form of that number',
    async (kind) => {
      const { form, numberOf } = await complaintWithFiles([])
      const local = form.replace('files/inspection', kind)
      const reading = held()
      const file = new File([await picture(7)], 'slow.jpg', { type: 'image/jpeg' })
      const read = file.arrayBuffer.bind(file)
      file.arrayBuffer = async () => {
        await reading.work()
        return read()
      }
      const taking = takeIn(
        phone.db,
        file,
        { form: local },
        { shrink: async () => ({ kind: 'unchanged', why: 'cannotDecode' }) },
      )
      await phone.drain()
      reading.end()
      const photo = await taking
      expect(await phone.db.photos.get(photo)).toMatchObject({ form: `${kind}:${await numberOf()}` })
      // The page that was rendered before finds it too.
      expect(await photosIn(local)).toEqual([photo])
    },
  )

  test('CP-12 I8 files that an earlier version left under the local name of a sent record are found at the next start', async () => {
    const { form, photos, numberOf } = await complaintWithFiles([1, 2])
    const unsent = await takenIn(phone, 3, 'files/inspection:-900')
    await phone.drain()
    for (const id of photos) await phone.db.photos.update(id, { form })
    phone = await phone.restart()
    // Its last task waits for seconds, and is of no concern here.
    void settleIn(phone, { schedule: () => undefined }, false).catch(() => undefined)
    const current = `files/inspection:${await numberOf()}`
    await expect.poll(() => photosIn(current)).toEqual(photos.toSorted())
    expect(await phone.db.photos.get(unsent)).toMatchObject({ form: 'files/inspection:-900' })
  })

  test('G-05 I8 an unsaved form counts once, by its text, its files or both; sent files and waiting ones do not', async () => {
    expect(await countUnsavedForms(phone.db)).toBe(0)
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [await takenIn(phone, 1)])
    expect(await countUnsavedForms(phone.db)).toBe(0)
    for (const seed of [2, 3]) await takenIn(phone, seed, 'files/inspection:7')
    for (const form of ['observation/area:7', 'comment/address:1'])
      await keepDraft(phone.db, { form, values: {}, savedAt: 1 })
    await takenIn(phone, 4, 'observation/area:7')
    expect(await countUnsavedForms(phone.db)).toBe(3)
  })

  test('I13 a photo that an earlier version took in travels with the facts that it had then', async () => {
    const photo = await takenIn(phone, 5)
    const smaller = await picture(6)
    const sends = {
      part: 'web' as const,
      type: 'image/jpeg',
      size: smaller.byteLength,
      sha256: await sha256Of(smaller),
    }
    await phone.db.photos.update(photo, { sends })
    await phone.db.blobs.add({ photo, part: 'web', type: 'image/jpeg', bytes: smaller })
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    await settleAll()
    const { rows } = await town.pool.query<{ told: string }>(
      "select body ->> 'capture_metadata' as told from audit_log order by id desc limit 1",
    )
    const told = JSON.parse(rows[0]?.told ?? '{}')
    expect(Object.keys(told).sort()).toEqual(['clock_offset_ms', 'sha256', 'taken_at'])
    expect(told.sha256).toBe(sends.sha256)
  })

  test('I2 files that are attached by two taps are attached once', async () => {
    const photos = [await takenIn(phone, 5), await takenIn(phone, 6)]
    const attach = () => addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, photos)
    await Promise.all([attach(), attach()])
    expect(await phone.db.outbox.count()).toBe(2)
    await settleAll()
    expect(await count(town, 'attachments')).toBe(2)
  })

  test('I9 I13 a photo sent before it was shrunk has the same bytes at every attempt', async () => {
    // The service worker cannot shrink; a page that can takes over after the first attempt.
    const photo = await takenIn(phone, 5)
    await phone.db.photos.update(photo, { sends: null })
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    phone.signal.loseAnswers(1, (it) => it.url.endsWith('/photos') && it.method === 'POST')
    await phone.drain()
    const smaller = { bytes: await picture(6), type: 'image/jpeg' }
    phone.shrink = async () => ({ kind: 'shrunk', web: { ...smaller, width: 64, height: 48 }, thumb: smaller })
    phone.clock.pass(130_000)
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const { rows } = await town.pool.query<{ sha256: string }>('select sha256 from attachments')
    expect(rows).toEqual([{ sha256: await sha256Of(await picture(5)) }])
    expect(await phone.db.photos.get(photo)).toMatchObject({ sends: { part: 'original', sha256: rows[0]?.sha256 } })
  })

  test('I2 a photo that the browser sends twice by itself is stored once, or a note says that there may be a second one', async () => {
    const photo = await takenIn(phone, 7)
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    phone.signal.repeat(1, (it) => it.url.endsWith('/photos') && it.method === 'POST')
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const isKeyed = profile === 'keyed'
    expect(await count(town, 'attachments')).toBe(isKeyed ? 1 : 2)
    const [receipt] = await phone.db.receipts.toArray()
    expect(receipt?.note).toBe(isKeyed ? undefined : 'There may be a second one like it.')
  })

  test('I2 a photo whose answer is lost is stored once', async () => {
    const photo = await takenIn(phone, 4)
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    phone.signal.loseAnswers(1, (it) => it.url.endsWith('/photos') && it.method === 'POST')
    await settleAll()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'attachments')).toBe(1)
  })

  test('a photo never holds data back: the next observation is sent while photos fail', async () => {
    const photo = await takenIn(phone, 5)
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Hall' })
    phone.signal.answerWith(
      1,
      () => new Response('Internal Server Error', { status: 500 }),
      (it) => it.url.endsWith('/photos'),
    )
    await phone.drain()
    expect(await count(town, 'areas')).toBe(1)
  })

  test('I8 an observation and its photos are kept all together or not at all', async () => {
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Attic' })
    const before = await phone.db.outbox.count()
    await expect(
      perform(phone, addObservation, { areaId }, observation, { photos: ['a photo that is not here'] }),
    ).rejects.toThrow(/not on this device/)
    expect(await phone.db.outbox.count()).toBe(before)
    expect(await phone.db.rows('observation').count()).toBe(0)
  })

  test('a file whose bytes are gone is reported, not sent empty', async () => {
    const photo = await takenIn(phone, 6)
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    await phone.db.blobs.clear()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused', problem: { kind: 'photoGone' } }])
    expect(await count(town, 'attachments')).toBe(0)
  })
})

test('a documented server that answers 200 and drops the file is not believed', async () => {
  const town = await office({ profile: 'documented', faults: { dropsFiles: true, fileStoreDown: true } })
  try {
    const place = await smallTown(town)
    const phone = await testDevice(town, town.people.ons)
    const { addViolation } = await import('../../src/records/violation.ts')
    const photo = await takenIn(phone, 7)
    await perform(
      phone,
      addViolation,
      {},
      {
        address_id: place.addressId,
        user_id: 1,
        codes: [place.codeId],
        deadline: '3 days',
        violation_type: 'doorhanger',
      },
      { photos: [photo] },
    )
    await phone.drain()
    expect(await count(town, 'violations')).toBe(1)
    expect(await phone.db.outbox.toArray()).toMatchObject([{ photo, state: 'waiting' }])
    expect(await phone.db.photos.get(photo)).toMatchObject({ state: 'waiting' })
    expect(await phone.db.blobs.where('photo').equals(photo).count()).toBe(1)
  } finally {
    await town.close()
  }
})
