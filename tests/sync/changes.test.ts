import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areasOfInspection } from '../../src/records/area.ts'
import { commentsOfAddress } from '../../src/records/comment.ts'
import { allContacts } from '../../src/records/contact.ts'
import { recentComments } from '../../src/records/dashboard.ts'
import { inspectionById, pendingInspections, setInspectionStatus } from '../../src/records/inspection.ts'
import type { Query } from '../../src/records/query.ts'
import { rowsOf } from '../../src/records/query.ts'
import { allRooms } from '../../src/records/room.ts'
import { renameUnit, unitById, unitsOfAddress } from '../../src/records/unit.ts'
import { violationsOfAddress } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { backUp } from '../harness/backups.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { connectTo, restoredOffice } from '../harness/restored.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  await catchUp(phone)
})

/** The reads of a busy screen. */
const lists = () =>
  [
    pendingInspections(town.people.ons.id),
    inspectionById(place.inspectionId),
    areasOfInspection(place.inspectionId),
    unitsOfAddress(place.addressId),
    violationsOfAddress(place.addressId),
    commentsOfAddress(place.addressId),
    allContacts(),
    allRooms(),
  ] as unknown as Query[]

/** All of them ask again, as when the signal returns or the app comes to the front. */
const focus = async (device: TestDevice = phone) => {
  device.clock.pass(10_000)
  device.signal.seen.length = 0
  await Promise.all(lists().map((query) => refresh(device, query)))
  return device.signal.seen
}
/** Holds the device's next answer, once the office has given it, until `arrive`. */
function answersOf(device: TestDevice) {
  const { fetch } = device
  const read = held()
  const way = held()
  device.fetch = async (request) => {
    device.fetch = fetch
    const answer = await fetch(request)
    read.end()
    await way.work()
    return answer
  }
  return { isHere: read.work(), arrive: way.end }
}

const addUnits = (...numbers: string[]) =>
  Promise.all(
    numbers.map((it) =>
      town.pool.query('insert into units (number, address_id) values ($1, $2)', [it, place.addressId]),
    ),
  )
const unitsHere = async () => (await rowsOf(phone.db, unitsOfAddress(place.addressId))).map((it) => it.number).sort()

describe('G-09 changes in place of lists', () => {
  test('eight open lists ask one question when the signal returns, and show the office’s changes', async () => {
    await addUnits('1', '2')
    expect(await focus()).toHaveLength(9)
    await focus()
    await addUnits('3')
    await town.pool.query("update units set number = '22' where number = '2'")
    await town.pool.query("delete from units where number = '1'")
    await town.pool.query("insert into contacts (name) values ('Rosa Lind')")
    expect(await focus()).toEqual(['GET /api/sync/changes'])
    expect(await unitsHere()).toEqual(['22', '3'])
    expect((await rowsOf(phone.db, allContacts())).map((it) => it.name)).toEqual(['Rosa Lind'])
    expect(await focus()).toEqual(['GET /api/sync/changes'])
  })

  test('the changes are a small part of the bytes that the eight lists are', async () => {
    await town.pool.query(
      "insert into contacts (name, notes) select 'Contact ' || n, 'Owner' from generate_series(1, 500) n",
    )
    await addUnits(...Array.from({ length: 60 }, (_, at) => String(at)))
    // The first read runs beside the changes. A list that arrives after changes of its type is read once more.
    await focus()
    await focus()
    await town.pool.query("update contacts set notes = 'Sold' where name = 'Contact 7'")
    await town.pool.query("update units set number = '2 rear' where number = '2'")
    let bytes = 0
    const { fetch } = phone
    phone.fetch = async (request) => {
      const answer = await fetch(request)
      bytes += (await answer.clone().arrayBuffer()).byteLength
      return answer
    }
    const requests = [...(await focus())]
    const ofChanges = bytes
    bytes = 0
    phone.clock.pass(10_000)
    phone.signal.seen.length = 0
    // A documented server is asked for whole lists, and answers unchanged ones without a body.
    for (const query of lists()) await pull(phone, query)
    expect(requests).toEqual(['GET /api/sync/changes'])
    expect(ofChanges).toBeLessThan(bytes / 20)
  })

  test('a list that names its rows by no value of theirs is asked each time', async () => {
    await refresh(phone, recentComments(true))
    const said = (content: string) =>
      town.pool.query('insert into comments (content, user_id, address_id) values ($1, $2, $3)', [
        content,
        town.people.ons.id,
        place.addressId,
      ])
    await focus()
    await refresh(phone, recentComments(true))
    await said('Nobody at home')
    phone.clock.pass(10_000)
    await refresh(phone, recentComments(true))
    const { rows } = await town.pool.query("insert into addresses (combadd) values ('9 ASH STREET') returning id")
    place.addressId = rows[0].id
    await said('Gate is locked')
    phone.clock.pass(10_000)
    await refresh(phone, recentComments(true))
    const shown = (await rowsOf(phone.db, recentComments(true))).map((it) => it.content)
    expect(shown.sort()).toEqual(['Gate is locked', 'Nobody at home'])
  })

  test('a row of no list on this device is not stored', async () => {
    await focus()
    const { rows } = await town.pool.query("insert into addresses (combadd) values ('7 OAK STREET') returning id")
    await town.pool.query("insert into units (number, address_id) values ('9', $1)", [rows[0].id])
    await focus()
    expect(await phone.db.rows('unit').count()).toBe(0)
    expect(await phone.db.rows('address').count()).toBe(0)
  })

  test('I10 I11 a change of the office is put below waiting work', async () => {
    await focus()
    phone.signal.off()
    await perform(phone, setInspectionStatus, { inspectionId: place.inspectionId }, { status: 'Scheduled' })
    phone.signal.on()
    await town.pool.query("update inspections set status = 'Pending Approval' where id = $1", [place.inspectionId])
    await focus()
    expect((await phone.db.rows('inspection').get(place.inspectionId))?.status).toBe('Scheduled')
    expect((await phone.db.shadows.get(['inspection', place.inspectionId]))?.row).toMatchObject({
      status: 'Pending Approval',
    })
  })

  test('I10 a record that the office removes stays while unsent work needs it, and no longer', async () => {
    await addUnits('5')
    await focus()
    const [unit] = await rowsOf(phone.db, unitsOfAddress(place.addressId))
    phone.signal.off()
    await perform(phone, renameUnit, { unitId: unit!.id }, { number: '6' })
    phone.signal.on()
    await town.pool.query('delete from units')
    await focus()
    expect(await unitsHere()).toEqual(['6'])
    // Once no unsent work needs the row, the list itself is requested.
    await phone.db.outbox.clear()
    await phone.db.shadows.clear()
    expect(await focus()).toContain(`GET /api/addresses/${place.addressId}/units`)
    expect(await unitsHere()).toEqual([])
  })

  test('a page that was cut off is asked for again, and nothing between is left out', async () => {
    await focus()
    await addUnits('1')
    phone.signal.loseAnswers(1, ({ url }) => url.includes('/sync/changes'))
    await expect(focus()).rejects.toMatchObject({ problem: { kind: 'noSignal' } })
    await addUnits('2')
    expect(await focus()).toEqual(['GET /api/sync/changes'])
    expect(await unitsHere()).toEqual(['1', '2'])
  })

  test('thousands of changes come in pages; more than twenty pages are not read, the lists are', async () => {
    await focus()
    const add = (from: number, to: number) =>
      town.pool.query(
        'insert into units (number, address_id) select n::text, $3 from generate_series($1::int, $2::int) n',
        [from, to, place.addressId],
      )
    await add(1, 1_200)
    expect(await focus()).toEqual(Array(3).fill('GET /api/sync/changes'))
    expect(await phone.db.rows('unit').count()).toBe(1_200)
    await add(1_201, 12_000)
    const seen = await focus()
    expect(seen.filter((line) => line.endsWith('/units'))).toHaveLength(1)
    expect(await phone.db.rows('unit').count()).toBe(12_000)
  }, 60_000)

  test('a list that was on its way while changes were read takes none of them back', async () => {
    await focus()
    await addUnits('1')
    const later = await testDevice(town, town.people.ons, { storage: phone.storage, clock: phone.clock })
    // The list is read at the server before the second unit exists, and arrives after the change is known.
    const fetchAsIs = phone.fetch
    phone.fetch = async (request) => {
      const answer = await fetchAsIs(request)
      if (!request.url.endsWith('/units')) return answer
      await addUnits('2')
      phone.clock.pass(10_000)
      await catchUp(later)
      return answer
    }
    await pull(phone, unitsOfAddress(place.addressId))
    phone.fetch = fetchAsIs
    expect(await unitsHere()).toEqual(['1', '2'])
    expect(await focus()).toEqual(['GET /api/sync/changes'])
    expect(await unitsHere()).toEqual(['1', '2'])
  })

  test('a list from before the changes were followed arrives last of all: no list is left without the row that it lacks', async () => {
    const other = await testDevice(town, town.people.ons)
    const units = unitsOfAddress(place.addressId)
    // Requested before the changes are followed, and answered without the second unit.
    const first = answersOf(other)
    await addUnits('1')
    const oldest = pull(other, units)
    await first.isHere
    await catchUp(other)
    await refresh(other, units)
    await addUnits('2')
    // Requested before the change is known, and answered with the second unit.
    const second = answersOf(other)
    const newer = pull(other, units)
    await second.isHere
    other.clock.pass(10_000)
    await catchUp(other)
    expect((await rowsOf(other.db, units)).map((it) => it.number).sort()).toEqual(['1', '2'])
    first.arrive()
    await oldest
    second.arrive()
    await newer
    other.clock.pass(10_000)
    await refresh(other, units)
    expect((await rowsOf(other.db, units)).map((it) => it.number).sort()).toEqual(['1', '2'])
  })

  test('a record from before the changes arrives late: its list is not taken for unchanged when it is asked for again', async () => {
    const other = await testDevice(town, town.people.ons)
    const units = unitsOfAddress(place.addressId)
    await addUnits('1')
    const [{ id }] = (await town.pool.query('select id from units')).rows
    const late = answersOf(other)
    const oldest = pull(other, unitById(id))
    await late.isHere
    await catchUp(other)
    await refresh(other, units)
    await town.pool.query("update units set number = '22'")
    other.clock.pass(10_000)
    await catchUp(other)
    await pull(other, units)
    late.arrive()
    await oldest
    other.clock.pass(10_000)
    await refresh(other, units)
    expect((await rowsOf(other.db, units)).map((it) => it.number)).toEqual(['22'])
  })

  test('two tabs that read at once store each page once, and an older answer changes nothing', async () => {
    await focus()
    await addUnits('1')
    const other = await testDevice(town, town.people.ons, { storage: phone.storage, clock: phone.clock })
    phone.clock.pass(10_000)
    await Promise.all([catchUp(phone), catchUp(other)])
    expect(await unitsHere()).toEqual(['1'])
    await addUnits('2')
    await focus()
    expect(await unitsHere()).toEqual(['1', '2'])
  })

  test('a list is read whole again after an hour: its rows show values of other records, which change without them', async () => {
    await focus()
    phone.clock.pass(61 * 60_000)
    expect((await focus()).length).toBe(9)
    expect(await focus()).toEqual(['GET /api/sync/changes'])
  })

  test('after a sign-out that took everything away nothing of a change comes back', async () => {
    await focus()
    await addUnits('1')
    const fetchAsIs = phone.fetch
    phone.fetch = async (request) => {
      const answer = await fetchAsIs(request)
      await phone.db.setFact('wiped', 1)
      return answer
    }
    phone.clock.pass(10_000)
    await catchUp(phone)
    expect(await unitsHere()).toEqual([])
  })

  test('a documented server is asked for its lists alone', async () => {
    const documented = await office({ profile: 'documented' })
    const far = await testDevice(documented, documented.people.ons)
    await Promise.all([refresh(far, allContacts()), refresh(far, allRooms())])
    far.clock.pass(10_000)
    await Promise.all([refresh(far, allContacts()), refresh(far, allRooms())])
    expect(far.signal.seen.filter((line) => line.includes('/sync/changes'))).toEqual([])
    expect(far.signal.seen.filter((line) => line.endsWith('/contacts/'))).toHaveLength(2)
    await documented.close()
  })
})

test('a town that was restored from a backup is noticed by its cursor, and its lists are read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-changes-'))
  const path = join(folder, 'town.tar.gz')
  await focus()
  await backUp(town, path)
  await addUnits('1')
  await focus()
  expect(await unitsHere()).toEqual(['1'])
  const after = await restoredOffice(path)
  connectTo(phone, after)
  const seen = await focus()
  expect(seen.filter((line) => line.endsWith('/sync/changes'))).toHaveLength(2)
  expect(seen).toContain(`GET /api/addresses/${place.addressId}/units`)
  expect(await unitsHere()).toEqual([])
  await after.close()
  rmSync(folder, { recursive: true, force: true })
})
