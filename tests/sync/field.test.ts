import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { areasOfInspection } from '../../src/records/area.ts'
import {
  addAddressComment,
  addUnitCommentWithFiles,
  commentsOfAddress,
  commentsOfUnit,
} from '../../src/records/comment.ts'
import { addInspectionPhoto, inspectionFiles } from '../../src/records/inspection.ts'
import {
  addObservationPhoto,
  observationsOfArea,
  potentialOfInspection,
  potentialSeenIn,
} from '../../src/records/observation.ts'
import { queryName, rowsOf } from '../../src/records/query.ts'
import { addViolationPhoto, violationsOfAddress } from '../../src/records/violation.ts'
import { addViolationCommentWithFiles } from '../../src/records/violation-comment.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { graceMs, purge, purgeDrafts } from '../../src/sync/capture/purge.ts'
import { preparedCaches } from '../../src/sync/device/photo-caches.ts'
import { sentKeptMs } from '../../src/sync/entry/sent-work.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { packName } from '../../src/sync/online/pack-name.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof smallTown>>
beforeAll(async () => {
  town = await office()
  place = await smallTown(town)
  await town.pool.query(`
    insert into areas (name, inspection_id) values ('Hall', ${place.inspectionId});
    insert into observations (content, area_id, user_id, potentialvio) values ('Seen last year', 1, 1, true);
    insert into rooms (name) values ('Hall'); insert into prompts (content, room_id) values ('Door closes', 1);
    insert into addresses (combadd, ownername) select n || ' BIRCH LANE', 'Owner ' || n from generate_series(1, 1200) n;
  `)
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

test('a day is ready only when all of it is on the device, and then every part opens without signal', async () => {
  const book = new AddressSearch(phone)
  const told: string[] = []
  const packs = await prepareField(phone, book, ({ ready, of }) => told.push(`${ready} of ${of}`))
  expect(packs.filter((it) => !it.ready)).toEqual([])
  expect(told.at(-1)).toBe('6 of 6')
  phone.signal.off()
  expect((await rowsOf(phone.db, areasOfInspection(place.inspectionId))).map((it) => it.name)).toEqual(['Hall'])
  expect((await rowsOf(phone.db, observationsOfArea(1))).map((it) => it.content)).toEqual(['Seen last year'])
  expect(await phone.db.rows('prompt').count()).toBe(1)
  const found = await book.find('elm', 10, new AbortController().signal)
  expect(found).toMatchObject({ source: 'book', results: [{ combadd: '12 ELM STREET' }] })
  expect((await book.find('owner 77', 10, new AbortController().signal)).results.length).toBe(10)
})

test('a part that fails says so, is not called ready, and the others go on', async () => {
  phone.signal.answerWith(
    99,
    () => new Response('Internal Server Error', { status: 500 }),
    (it) => it.url.endsWith('/codes/'),
  )
  const packs = await prepareField(phone, new AddressSearch(phone), () => undefined)
  expect(packs.filter((it) => !it.ready)).toMatchObject([
    { name: 'Code sections', problem: 'The server is not answering' },
  ])
  expect(await phone.db.packs.count()).toBe(6)
})

test('I16 a part that the browser aborts is fetched again; one that fails says why, and the others go on', async () => {
  for (const [misdeeds, name, problem] of [
    [1, 'AbortError', null],
    [99, 'AbortError', 'Stopped by the browser'],
    [99, 'QuotaExceededError', 'No room left on this device'],
  ] as const) {
    let left: number = misdeeds
    phone = await testDevice(town, town.people.ons)
    phone.db.addressChunks.hook('creating', () => {
      if (left-- > 0) throw new DOMException('The write failed', name)
    })
    const preparing = prepareField(phone, new AddressSearch(phone), () => undefined)
    if (name === 'QuotaExceededError') await expect(preparing).rejects.toMatchObject({ inner: { name } })
    else await preparing
    expect(left).toBeLessThan(misdeeds)
    expect(await phone.db.packs.get('Address book')).toMatchObject({ ready: problem === null, problem })
    expect((await phone.db.packs.toArray()).filter((it) => it.ready)).toHaveLength(problem === null ? 6 : 5)
  }
})

test('without signal nothing is prepared and nothing that was there is lost', async () => {
  await prepareField(phone, new AddressSearch(phone), () => undefined)
  phone.signal.off()
  await expect(prepareField(phone, new AddressSearch(phone), () => undefined)).rejects.toThrow(CallError)
  expect((await phone.db.packs.toArray()).every((it) => it.ready)).toBe(true)
})

test('I16 I22 photos that were never saved go 90 days after the server’s clock first saw them, whatever this clock says', async () => {
  const day = 24 * 3_600_000
  const photo = await takenIn(phone, 1)
  // The clock stood at 1970 when it was taken.
  await phone.db.photos.update(photo, { takenInAt: 0, form: 'area:1' })
  const there = () => phone.db.blobs.where('photo').equals(photo).count()
  const now = phone.now()
  await purge(phone.db, now)
  expect(await purgeDrafts(phone.db, now)).toBe(0)
  expect(await purgeDrafts(phone.db, now + 89 * day)).toBe(0)
  // While a form has it, nothing is counted.
  await phone.db.drafts.put({ form: 'area:1', values: {}, savedAt: now })
  expect(await purgeDrafts(phone.db, now + 95 * day)).toBe(0)
  await phone.db.drafts.clear()
  expect(await purgeDrafts(phone.db, now + 96 * day)).toBe(0)
  expect(await there()).toBe(1)
  expect(await purgeDrafts(phone.db, now + 190 * day)).toBe(1)
  expect(await there()).toBe(0)
})

test('I8 I16 files left under the local name of a sent record are found before abandoned ones go, and have 90 more days', async () => {
  const day = 24 * 3_600_000
  const now = phone.now()
  const photo = await takenIn(phone, 1, 'files/area:-5')
  expect(await purgeDrafts(phone.db, now)).toBe(0)
  await phone.db.ids.put({ type: 'area', local: -5, server: 7 })
  expect(await purgeDrafts(phone.db, now + 95 * day)).toBe(0)
  expect(await phone.db.photos.get(photo)).toMatchObject({ form: 'files/area:7' })
  expect(await purgeDrafts(phone.db, now + 184 * day)).toBe(0)
  expect(await purgeDrafts(phone.db, now + 186 * day)).toBe(1)
})

test('I16 full bytes go only after the server was seen to hold them and the grace is over; unsent ones never', async () => {
  const [sent, waiting] = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await phone.db.photos.update(sent, { state: 'verified', verifiedAt: phone.now(), form: '' })
  await phone.db.photos.update(waiting, { state: 'waiting', form: '' })
  expect(await purge(phone.db, phone.now() + graceMs / 2)).toBe(0)
  expect(await purge(phone.db, phone.now() + 11 * 365 * 24 * 3_600_000)).toBe(0)
  await phone.db.blobs.add({ photo: sent, part: 'web', type: 'image/jpeg', bytes: new ArrayBuffer(8) })
  // The part that was sent stays as long as a restored town may lack it.
  expect(await purge(phone.db, phone.now() + graceMs + 1)).toBe(1)
  expect((await phone.db.blobs.where('photo').equals(sent).toArray()).map((it) => it.part)).toEqual(['original'])
  expect(await purge(phone.db, phone.now() + sentKeptMs + 1)).toBe(1)
  expect(await phone.db.blobs.where('photo').equals(sent).count()).toBe(0)
  expect(await phone.db.blobs.where('photo').equals(waiting).count()).toBe(1)
})

describe.each(['keyed', 'documented'] as const)('a day prepared at a %s office', (profile) => {
  let there: Office
  let here: Awaited<ReturnType<typeof smallTown>>
  let unitId: number
  beforeAll(async () => {
    there = await office({ profile })
    here = await smallTown(there)
    const unit = await there.pool.query('insert into units (number, address_id) values ($1, $2) returning id', [
      '1A',
      here.addressId,
    ])
    unitId = Number(unit.rows[0].id)
    // The office has these pictures from another phone: the one that is prepared has none of their bytes.
    const other = await testDevice(there, there.people.ons)
    const said = { content: 'Gate was locked', user_id: other.userId }
    await addFiles(other, addInspectionPhoto, { inspectionId: here.inspectionId }, [await takenIn(other, 1)])
    await perform(other, addAddressComment, { addressId: here.addressId }, said, { photos: [await takenIn(other, 2)] })
    const inUnit = { ...said, content: 'Dog in 1A', address_id: here.addressId, unit_id: unitId }
    await perform(other, addUnitCommentWithFiles, { unitId }, inUnit, { photos: [await takenIn(other, 3)] })
    for (let round = 0; round < 4; round++) {
      await other.drain()
      other.clock.pass(130_000)
    }
    expect(await other.db.outbox.count()).toBe(0)
  })
  afterAll(() => there.close())
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('AD-18 II-08 holds comments of the address and its units, the attachments, and each picture in both sizes', async () => {
    const device = await testDevice(there, there.people.ons)
    const packs = await prepareField(device, new AddressSearch(device), () => undefined)
    expect(packs.filter((it) => !it.ready)).toEqual([])
    const asked = device.signal.seen.filter((it) => it.includes('/files/'))
    device.signal.off()
    const kept = await rowsOf(device.db, commentsOfAddress(here.addressId))
    expect(kept.map((it) => it.content)).toContain('Gate was locked')
    expect((await rowsOf(device.db, commentsOfUnit(unitId))).map((it) => it.content)).toEqual(['Dog in 1A'])
    const files = await device.db.pulls.get(queryName(inspectionFiles(here.inspectionId).query))
    expect(files?.value).toHaveLength(1)
    expect(packs.find((it) => it.name === packName(here.inspectionId))?.pictures).toBe(3)
    // The small one of the tile and the one that a tap enlarges.
    expect(asked).toHaveLength(6)
  })

  test('VD-01 holds what a follow-up needs: violations that come due, also without an inspection, with every earlier photo', async () => {
    const other = await testDevice(there, there.people.ons)
    const { rows } = await there.pool.query(`
      with place as (insert into addresses (combadd) values ('7 ASH WAY') returning id),
        code as (insert into codes (chapter, section, name) values ('50', '9.9', 'Loose rail') returning id),
        visit as (insert into inspections (source, address_id, status) select 'Complaint', id, 'Completed' from place returning id, address_id),
        area as (insert into areas (name, inspection_id) select 'Stairs', id from visit returning id),
        seen as (insert into observations (content, area_id, potentialvio) select 'Rail is loose', id, true from area returning id),
        made as (insert into violations (address_id, user_id, deadline, violation_type, inspection_id, created_at)
          select address_id, ${other.userId}, '7 days', 'doorhanger', id, now() - interval '20 days' from visit returning id),
        named as (insert into violation_codes (violation_id, code_id) select made.id, code.id from made, code),
        suspected as (insert into observation_codes (observation_id, code_id) select seen.id, code.id from seen, code)
      select made.id as violation, seen.id as observation, place.id as address, visit.id as visit from made, seen, place, visit`)
    const { violation, observation, address, visit } = rows[0] as Record<string, number>
    const [violationId, observationId, addressId, inspectionId] = [violation, observation, address, visit].map(Number)
    if (!violationId || !observationId || !addressId || !inspectionId) throw new Error('The town was not filled')
    await pull(other, potentialOfInspection(inspectionId))
    await addFiles(other, addObservationPhoto, { observationId }, [await takenIn(other, 4)])
    await addFiles(other, addViolationPhoto, { violationId }, [await takenIn(other, 5)])
    const said = { content: 'Seen again', user_id: other.userId }
    await perform(other, addViolationCommentWithFiles, { violationId }, said, { photos: [await takenIn(other, 6)] })
    for (let round = 0; round < 4; round++) {
      await other.drain()
      other.clock.pass(130_000)
    }
    expect(await other.db.outbox.count()).toBe(0)

    const device = await testDevice(there, there.people.ons)
    const packs = await prepareField(device, new AddressSearch(device), () => undefined)
    expect(packs.find((it) => it.title === 'Violations at 7 ASH WAY')).toMatchObject({ ready: true, pictures: 3 })
    device.signal.off()
    const [kept] = await rowsOf(device.db, violationsOfAddress(addressId))
    expect(kept?.codes?.map((it) => it.name)).toEqual(['Loose rail'])
    expect(kept?.violation_comments?.map((it) => it.content)).toEqual(['Seen again'])
    const seen = await potentialSeenIn(device.db, inspectionId)
    expect(seen.map((it) => it.observation.photos.length)).toEqual([1])
    await there.pool.query('update violations set status = 1 where id = $1', [violationId])
  })

  test('a pack that lacks a picture is not called ready, and says why', async () => {
    const device = await testDevice(there, there.people.ons)
    device.signal.answerWith(
      1,
      () => new Response('', { status: 503 }),
      (it) => it.url.includes('/files/'),
    )
    const packs = await prepareField(device, new AddressSearch(device), () => undefined)
    expect(packs.filter((it) => !it.ready)).toMatchObject([
      { name: packName(here.inspectionId), problem: 'The server is not answering' },
    ])
  })

  test('I16 pictures are kept although no service worker does it, each fetched once; a part without room for them is not ready', async () => {
    const device = await testDevice(there, there.people.ons)
    const shelf = fakeCaches()
    const isFull = { put: () => Promise.reject(new DOMException('No room', 'QuotaExceededError')) }
    vi.stubGlobal('caches', { ...shelf, open: async () => isFull })
    const preparation = () => prepareField(device, new AddressSearch(device), () => undefined)
    await expect(preparation()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect((await device.db.packs.toArray()).filter((it) => !it.ready)).toMatchObject([
      { name: packName(here.inspectionId), problem: 'No room left on this device' },
    ])

    vi.stubGlobal('caches', shelf)
    expect((await preparation()).filter((it) => !it.ready)).toEqual([])
    expect([preparedCaches.thumb, preparedCaches.full].map((it) => shelf.kept(it).size)).toEqual([3, 3])
    const asked = () => device.signal.seen.filter((it) => it.includes('/files/')).length
    const before = asked()
    expect((await preparation()).find((it) => it.name === packName(here.inspectionId))?.pictures).toBe(3)
    expect(asked() - before).toBe(0)
  })
})
