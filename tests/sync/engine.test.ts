import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArea, addUnitArea, areasOfInspection } from '../../src/records/area.ts'
import { addContact } from '../../src/records/contact.ts'
import { inspectionById, pendingInspections, setInspectionStatus } from '../../src/records/inspection.ts'
import { addObservation, flagObservation, observationsOfArea } from '../../src/records/observation.ts'
import { rowsOf } from '../../src/records/query.ts'
import { addUnit, unitsOfAddress } from '../../src/records/unit.ts'
import { addViolation } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, freshTown } from '../harness/town.ts'

/** The two kinds of server; the same entries must end the same on both. */
describe.each(['keyed', 'documented'] as const)('a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let place: Awaited<ReturnType<typeof freshTown>>
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    place = await freshTown(town)
    phone = await testDevice(town, town.people.ons)
  })

  const draft = (content: string) => ({
    content,
    potentialvio: false,
    user_id: town.people.ons.id,
    codes: [place.codeId],
  })
  const kitchen = () => perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })

  test('I4 AR-13 an area, its observations and a flag made without signal reach the server once, under its ids', async () => {
    phone.signal.off()
    const areaId = await kitchen()
    const first = await perform(phone, addObservation, { areaId }, draft('Broken handrail'))
    await perform(phone, addObservation, { areaId }, draft('No smoke alarm'))
    await perform(phone, flagObservation, { observationId: first }, { potentialvio: true })
    expect(areaId).toBeLessThan(0)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(4)

    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'areas')).toBe(1)
    expect(await count(town, 'observations')).toBe(2)
    const [area] = await rowsOf(phone.db, areasOfInspection(place.inspectionId))
    const rows = await rowsOf(phone.db, observationsOfArea(area!.id))
    expect(rows.map((it) => [it.content, it.potentialvio]).sort()).toEqual([
      ['Broken handrail', true],
      ['No smoke alarm', false],
    ])
    expect(area!.id).toBeGreaterThan(0)
    expect(await phone.db.receipts.count()).toBe(4)
    expect(phone.keyed).toBe(profile === 'keyed')
    expect(phone.signal.seen.every((line) => !/-\d|undefined|NaN|null/.test(line))).toBe(true)
  })

  test('I2 answers lost on the way back make no second record', async () => {
    const areaId = await kitchen()
    await perform(phone, addObservation, { areaId }, draft('Loose wire'))
    phone.signal.loseAnswers(3)
    for (let round = 0; round < 12 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(1)
    expect(await count(town, 'observations')).toBe(1)
  })

  test('I2 a create that the browser repeats by itself makes no second record, or a note says that there may be one', async () => {
    const areaId = await kitchen()
    await phone.drain()
    await perform(phone, addObservation, { areaId }, draft('Loose wire'))
    await perform(phone, addObservation, { areaId }, draft('Wet ceiling'))
    phone.signal.repeat(1, (it) => it.method === 'POST' && it.url.includes('/observations'))
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    const isKeyed = profile === 'keyed'
    expect(await count(town, 'observations')).toBe(isKeyed ? 2 : 3)
    const notes = (await phone.db.receipts.toArray()).map((it) => it.note).filter(Boolean)
    expect(notes).toEqual(isKeyed ? [] : ['There may be a second one like it.'])
  })

  test('I2 I18 a list that cannot be read for the second look is asked for again, then reported', async () => {
    const areaId = await kitchen()
    await phone.drain()
    await perform(phone, addObservation, { areaId }, draft('Loose wire'))
    phone.signal.repeat(1, (it) => it.method === 'POST' && it.url.includes('/observations'))
    const isList = (it: Request) => it.method === 'GET' && it.url.includes('/observations')
    let looks = 0
    phone.signal.answerWith(
      1,
      () => new Response('Bad gateway', { status: 502 }),
      (it) => isList(it) && ++looks === 2,
    )
    await phone.drain()
    phone.clock.pass(61_000)
    await phone.drain()
    const notes = (await phone.db.receipts.toArray()).map((it) => it.note).filter(Boolean)
    expect(notes).toEqual(profile === 'keyed' ? [] : ['There may be a second one like it.'])
  })

  test('I2 two equal observations are two records, even when the first answer is lost', async () => {
    const areaId = await kitchen()
    await phone.drain()
    await perform(phone, addObservation, { areaId }, draft('Peeling paint'))
    await perform(phone, addObservation, { areaId }, draft('Peeling paint'))
    phone.signal.loseAnswers(1)
    for (let round = 0; round < 8 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
    expect(await count(town, 'observations')).toBe(2)
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('I7 a refused entry shows the words of the server and delays only entries that need it', async () => {
    const missing = await perform(phone, addArea, { inspectionId: 999_999 }, { name: 'Nowhere' })
    await perform(phone, addObservation, { areaId: missing }, draft('Hangs on it'))
    await kitchen()
    await phone.drain()
    const left = await phone.db.outbox.orderBy('seq').toArray()
    expect(left.map((it) => it.state)).toEqual(['refused', 'waiting'])
    expect(left[0]!.problem).toMatchObject({
      kind: 'refused',
      status: 404,
      detail: expect.stringMatching(/Inspection/),
    })
    expect(await count(town, 'areas')).toBe(1)
  })

  test('I6 CI-01 completing waits for everything seen in the inspection', async () => {
    phone.signal.off()
    await pullAll(phone, place.inspectionId)
    const areaId = await kitchen()
    await perform(phone, setInspectionStatus, { inspectionId: place.inspectionId }, { status: 'Completed' })
    await perform(phone, addObservation, { areaId }, draft('After the tap'))
    phone.signal.on()
    await phone.drain()
    const writes = phone.signal.sent.map((it) => it.line)
    expect(writes.findIndex((it) => it.endsWith('/areas'))).toBeLessThan(
      writes.findIndex((it) => it.endsWith('/status')),
    )
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('C-25 an existing unit is joined, and entries that need it go there', async () => {
    await town.pool.query("insert into units (number, address_id) values ('2B', $1)", [place.addressId])
    const unitId = await perform(phone, addUnit, { addressId: place.addressId }, { number: ' 2b ' })
    await perform(phone, addUnitArea, { inspectionId: place.inspectionId, unitId }, { name: 'Bath' })
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'units')).toBe(1)
    expect((await rowsOf(phone.db, unitsOfAddress(place.addressId))).map((it) => it.number)).toEqual(['2B'])
    expect((await phone.db.receipts.toArray()).find((it) => it.command.includes('/units'))?.note).toMatch(
      /there already/,
    )
  })

  test('CO-04 a contact that the office also made is joined, not doubled and not asked for again', async () => {
    await town.pool.query("insert into contacts (name, email) values ('Vera Holt', 'vera@holt.example')")
    await perform(phone, addContact, {}, { name: 'V. Holt', email: 'VERA@holt.example', phone: null })
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'contacts')).toBe(1)
    expect(await phone.db.rows('contact').toArray()).toMatchObject([{ name: 'Vera Holt' }])
  })

  test('I13 every attempt of an entry carries the same bytes under the same key', async () => {
    const areaId = await kitchen()
    await perform(phone, addObservation, { areaId }, draft('Twice on its way'))
    phone.signal.answerWith(
      2,
      () => new Response('Internal Server Error', { status: 500 }),
      (it) => it.method === 'POST',
    )
    for (let round = 0; round < 10 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(1_900_000)
    }
    const byKey = Map.groupBy ? Map.groupBy(phone.signal.sent, (it) => it.key) : new Map()
    for (const all of byKey.values()) expect(new Set(all.map((it: { body: string }) => it.body)).size).toBe(1)
    expect(await count(town, 'observations')).toBe(1)
  })

  test('I19 a session that ends stops the sending, loses nothing, and goes on after sign-in', async () => {
    phone.session.token = null
    const areaId = await kitchen()
    await perform(phone, addObservation, { areaId }, draft('While signed out'))
    await phone.drain()
    expect(phone.signal.seen).toEqual([])
    expect(await phone.db.fact('paused', null)).toBe('signIn')
    phone.session.token = town.people.ons.token
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'observations')).toBe(1)
  })

  test('I10 I11 a pull keeps waiting work on top and never takes a settled row back', async () => {
    const areaId = await kitchen()
    const made = await perform(phone, addObservation, { areaId }, draft('Seen here'))
    await phone.drain()
    const server = (await phone.db.ids.get(['observation', made]))!.server
    const area = (await phone.db.ids.get(['area', areaId]))!.server
    await town.pool.query("update observations set content = 'Edited at the office' where id = $1", [server])
    phone.signal.off()
    await perform(phone, flagObservation, { observationId: server }, { potentialvio: true })
    phone.signal.on()
    await pull(phone, observationsOfArea(area))
    expect(await rowsOf(phone.db, observationsOfArea(area))).toMatchObject([
      { content: 'Edited at the office', potentialvio: true },
    ])
    await phone.drain()
    expect(await rowsOf(phone.db, observationsOfArea(area))).toMatchObject([
      { content: 'Edited at the office', potentialvio: true },
    ])
  })

  test('a status that the office changed too is a choice, not an overwrite', async () => {
    await pullAll(phone, place.inspectionId)
    phone.signal.off()
    await perform(phone, setInspectionStatus, { inspectionId: place.inspectionId }, { status: 'In Progress' })
    await town.pool.query("update inspections set status = 'Cancelled' where id = $1", [place.inspectionId])
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([
      {
        state: 'conflict',
        problem: {
          kind: 'conflict',
          fields: [{ name: 'status', seen: null, mine: 'In Progress', theirs: 'Cancelled' }],
        },
      },
    ])
  })

  test('I1 the process dies while an entry is on its way: it is there after the restart, once', async () => {
    const areaId = await kitchen()
    await perform(phone, addObservation, { areaId }, draft('Killed'))
    await phone.drain()
    const next = await perform(phone, addObservation, { areaId }, draft('On its way'))
    expect(next).toBeLessThan(0)
    await phone.db.outbox
      .toCollection()
      .modify({ state: 'sending', attempts: 1, sentAt: phone.clock.now, keyed: profile === 'keyed', baseline: [] })
    const again = await phone.restart()
    for (let round = 0; round < 6 && (await again.db.outbox.count()) > 0; round++) {
      await again.drain()
      again.clock.pass(130_000)
    }
    expect(await count(town, 'observations')).toBe(2)
  })

  test('CF-12 a violation made in the field carries its inspection and arrives once', async () => {
    await perform(
      phone,
      addViolation,
      {},
      {
        address_id: place.addressId,
        user_id: town.people.ons.id,
        codes: [place.codeId],
        deadline: '7 days',
        violation_type: 'Formal Notice',
        inspection_id: place.inspectionId,
      },
    )
    phone.signal.loseAnswers(1)
    for (let round = 0; round < 8 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'violations')).toBe(1)
  })

  test('a page that a network puts in the way is no answer: nothing is lost, nothing is taken for sent', async () => {
    await kitchen()
    phone.signal.answerWith(
      99,
      () => new Response('<html>Welcome to Airport WiFi</html>', { headers: { 'Content-Type': 'text/html' } }),
    )
    await phone.drain()
    expect(await phone.db.receipts.count()).toBe(0)
    expect(await phone.db.outbox.count()).toBe(1)
  })
})

async function pullAll(phone: TestDevice, inspectionId: number) {
  phone.signal.on()
  await pull(phone, pendingInspections(phone.userId))
  await pull(phone, inspectionById(inspectionId))
}
