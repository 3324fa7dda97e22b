import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArea, addUnitArea, areasOfInspection } from '../../src/records/area.ts'
import { linkAddressContact, unlinkAddressContact } from '../../src/records/contact-link.ts'
import { commands } from '../../src/records/index.ts'
import { addObservation, addObservationPhoto, flagObservation } from '../../src/records/observation.ts'
import { addUnit } from '../../src/records/unit.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { RecordGone } from '../../src/sync/capture/record-gone.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { discard } from '../../src/sync/reconcile/resolve-entry.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown, smallTown } from '../harness/town.ts'

/** Faults found by the seeded simulation, each as its shortest case. */
describe.each(['keyed', 'documented'] as const)('on a %s server', (profile) => {
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

  const year = 365 * 24 * 3600 * 1000
  const observation = { content: 'Rotten step', potentialvio: true, user_id: 1, codes: [] }
  const tooMany = () =>
    new Response('{"detail":"Too many"}', {
      status: 429,
      headers: { 'Retry-After': '300', 'Content-Type': 'application/json' },
    })

  test('I3 I12 C-25 a unit typed twice without signal becomes one at the office, and stops nothing else', async () => {
    phone.signal.off()
    const { addressId, inspectionId } = place
    const units = [
      await perform(phone, addUnit, { addressId }, { number: '2B' }),
      await perform(phone, addUnit, { addressId }, { number: ' 2b ' }),
    ]
    for (const unitId of units) await perform(phone, addUnitArea, { inspectionId, unitId }, { name: `Bath ${unitId}` })
    phone.signal.on()
    for (let round = 0; round < 4; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'units')).toBe(1)
    expect(await count(town, 'areas')).toBe(2)
  })

  /** An observation waits in an area that the office knows. */
  const observeInHall = async () => {
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Hall' })
    await phone.drain()
    await perform(phone, addObservation, { areaId }, observation)
  }

  const contactAtOffice = async () => {
    const made = await town.pool.query("insert into contacts (name) values ('Harriet Vale') returning id")
    return Number(made.rows[0].id)
  }

  /** The messages about sent work. */
  const notes = async () => (await phone.db.receipts.toArray()).flatMap((it) => it.note ?? [])

  /** From now on a proxy in front of the office removes the keys. */
  const stripKeys = (on: TestDevice) => {
    const through = on.fetch
    on.batches = false
    on.fetch = (request) => {
      const headers = new Headers(request.headers)
      headers.delete('Idempotency-Key')
      return through(new Request(request, { headers }))
    }
  }

  test('I2 an entry whose key no longer counts is looked for before it is sent again (seed 786)', async () => {
    phone.batches = false
    await observeInHall()
    phone.signal.loseAnswers(1, (it) => it.method === 'POST')
    await phone.drain()
    phone = await phone.restart()
    stripKeys(phone)
    for (let round = 0; round < 4; round++) {
      phone.clock.pass(130_000)
      await phone.drain()
    }
    expect(await count(town, 'observations')).toBe(1)
    // Without a list from before the first sending nobody can tell whose record it is, so the user is asked.
    const left = await phone.db.outbox.toArray()
    expect(left.map((it) => it.problem?.kind ?? 'sent')).toEqual(profile === 'keyed' ? ['doubt'] : [])
  })

  test('I2 the sending that finds that keys no longer count says that there may be a second one', async () => {
    if (profile === 'documented') return
    phone.batches = false
    await observeInHall()
    phone.signal.loseAnswers(1, (it) => it.method === 'POST')
    await phone.drain()
    stripKeys(phone)
    phone.clock.pass(130_000)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'observations')).toBe(2)
    expect(await notes()).toEqual(['There may be a second one like it.'])
  })

  test('I2 a key is taken off one sending and its answer is lost: a note says that there may be a second one (seed 1272)', async () => {
    if (profile === 'documented') return
    phone.batches = false
    await observeInHall()
    const through = phone.fetch
    stripKeys(phone)
    phone.signal.loseAnswers(1, (it) => it.method === 'POST')
    await phone.drain()
    phone.fetch = through
    for (let round = 0; round < 3; round++) {
      phone.clock.pass(130_000)
      await phone.drain()
    }
    expect(await count(town, 'observations')).toBe(2)
    expect(await notes()).toEqual(['There may be a second one like it.'])
  })

  test('I2 a first sending loses its key and is repeated by the browser: a possible second one is noted (seed 308)', async () => {
    if (profile === 'documented') return
    phone.batches = false
    await observeInHall()
    stripKeys(phone)
    phone.signal.repeat(1, (it) => it.method === 'POST')
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'observations')).toBe(2)
    expect(await notes()).toEqual(['There may be a second one like it.'])
  })

  test('I2 a file that loses its key and is repeated by the browser is looked for in its owner’s list (seed 8168)', async () => {
    phone.batches = false
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Hall' })
    await perform(phone, addObservation, { areaId }, observation, { photos: [await takenIn(phone, 1)] })
    await phone.drain()
    const [seen] = await phone.db.rows('observation').toArray()
    stripKeys(phone)
    const isUpload = (it: Request) => it.url.endsWith('/photos') && it.method === 'POST'
    phone.signal.repeat(1, isUpload)
    await addFiles(phone, addObservationPhoto, { observationId: Number(seen?.id) }, [await takenIn(phone, 2)])
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'attachments')).toBe(3)
    expect(await notes()).toEqual(['There may be a second one like it.'])
  })

  test('I17 a link that the browser removed twice counts as removed, also when its list cannot be read just then (seed 747)', async () => {
    const { addressId } = place
    const contactId = await contactAtOffice()
    await perform(phone, linkAddressContact, { addressId }, { contact_id: contactId })
    await phone.drain()
    await perform(phone, unlinkAddressContact, { addressId, contactId }, null)
    phone.signal.repeat(1, (it) => it.method === 'DELETE')
    const portal = () => new Response('<html>Welcome</html>', { headers: { 'Content-Type': 'text/html' } })
    phone.signal.answerWith(1, portal, (it) => it.method === 'GET' && it.url.endsWith('/contacts'))
    await phone.drain()
    phone.clock.pass(130_000)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'address_contacts')).toBe(0)
  })

  test('I2 the look for a second record is not forgotten when the app dies before it', async () => {
    if (profile === 'keyed') return
    await observeInHall()
    phone.signal.repeat(1, (it) => it.method === 'POST')
    const isMade = () => phone.signal.sent.some((it) => it.line.endsWith('/observations'))
    const down = () => new Response('Internal Server Error', { status: 500 })
    phone.signal.answerWith(99, down, (it) => it.method === 'GET' && isMade())
    await phone.drain()
    expect(await notes()).toEqual([])
    phone = await phone.restart()
    phone.signal = Object.assign(phone.signal, { fetch: (request: Request) => fetch(request) })
    phone.clock.pass(130_000)
    // A version of the app in between that did not know the command does not tell it either (seed 20239).
    await without(addObservation.name, () => phone.drain())
    expect(await notes()).toEqual([])
    phone.clock.pass(130_000)
    await phone.drain()
    expect(await count(town, 'observations')).toBe(2)
    expect(await notes()).toEqual(['There may be a second one like it.'])
  })

  test('I5 a late sending may remove a link again: a new link waits for it (seeds 34552 and 39221)', async () => {
    const { addressId } = place
    const contactId = await contactAtOffice()
    await perform(phone, unlinkAddressContact, { addressId, contactId }, null)
    await phone.drain()
    expect(await notes()).toEqual(['It was gone already.'])
    await perform(phone, linkAddressContact, { addressId }, { contact_id: contactId })
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(1)
    phone.clock.pass(121_000)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'address_contacts')).toBe(1)
  })

  test('I3 nothing is taken in for a record that was given up: it could never leave (seed 4677)', async () => {
    phone.signal.off()
    const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Hall' })
    const [entry] = await phone.db.outbox.toArray()
    await discard(phone, entry?.key ?? '')
    await expect(perform(phone, addObservation, { areaId }, observation)).rejects.toThrow(RecordGone)
    expect(await phone.db.outbox.count()).toBe(0)
    phone.signal.on()
  })

  test('I18 a tap shortens the wait after silence, never the one that the server asked for (seed 1432)', async () => {
    phone.batches = false
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Ask' })
    phone.signal.answerWith(1, tooMany, (it) => it.method === 'POST')
    await phone.drain()
    // A wait that is longer than the server's Retry-After, as after a run of failures.
    await phone.db.setFact('holdUntil', phone.clock.now + 3_600_000)
    const before = phone.signal.seen.length
    phone.clock.pass(250_000)
    await phone.drain(true)
    expect(phone.signal.seen.length).toBe(before)
    phone.clock.pass(51_000)
    await phone.drain(true)
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('I18 entries that need refused work are not asked for again and again', async () => {
    const areaId = await perform(phone, addArea, { inspectionId: 999_999 }, { name: 'Nowhere' })
    await perform(phone, addObservation, { areaId }, observation)
    const ran = await runUnderLease(phone)
    expect(await phone.db.outbox.count()).toBe(2)
    expect(ran).toMatchObject({ nextAt: null })
  })

  test('I18 a Retry-After to the first question, or to the look at a list, is kept to as well', async () => {
    for (const path of ['/sync/info', '/areas']) {
      const asking = await testDevice(town, town.people.ons)
      asking.signal.answerWith(1, tooMany, (it) => it.url.endsWith(path))
      await perform(asking, addArea, { inspectionId: place.inspectionId }, { name: `Asked ${path}` })
      await asking.drain()
      if ((await asking.db.outbox.count()) === 0) continue
      const before = asking.signal.seen.length
      asking.clock.pass(250_000)
      await asking.drain()
      expect(asking.signal.seen.length).toBe(before)
      asking.clock.pass(51_000)
      await asking.drain()
      expect(await asking.db.outbox.count()).toBe(0)
    }
  })

  test('I3 a refusal of the session before, heard after a new sign-in, does not end the new session', async () => {
    const { token } = phone.session
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Signed in again' })
    phone.session.token = 'of-yesterday'
    // The person signs in while the call is on its way.
    phone.signal.before(() => {
      phone.session.token = token
    })
    await phone.drain()
    phone.signal.before(null)
    expect(phone.session.token).toBe(token)
    expect(await phone.db.fact('paused', null)).toBe(null)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('I22 a clock set back holds neither a doubt nor a delayed entry', async () => {
    await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Back then' })
    phone.signal.loseAnswers(1)
    await phone.drain(false)
    phone.clock.pass(-10 * year)
    for (let round = 0; round < 4; round++) {
      await phone.drain(false)
      phone.clock.pass(130_000)
    }
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(1)
  })
})

/** While `body` runs, the app is a version that does not know a command. */
async function without(name: string, body: () => Promise<void>): Promise<void> {
  const table = commands as Map<string, unknown>
  const all = [...table]
  table.delete(name)
  try {
    await body()
  } finally {
    table.clear()
    for (const [known, it] of all) table.set(known, it)
  }
}

const tenYears = 10 * 365 * 24 * 3600 * 1000

/** Sets the device's clock, by milliseconds; the server's clock is not changed. */
function clockApart(phone: TestDevice): (ms: number) => void {
  let skew = 0
  const line = phone.signal.fetch
  phone.fetch = async (request) => {
    const answer = await line(request)
    const get = answer.headers.get.bind(answer.headers)
    answer.headers.get = (name) =>
      name.toLowerCase() === 'date' ? new Date(phone.clock.now - skew).toUTCString() : get(name)
    return answer
  }
  return (ms) => {
    skew += ms
    phone.clock.pass(ms)
  }
}

test('I2 I22 a clock set forward does not end a doubt while the server may still be at work', async () => {
  const town = await office({ profile: 'documented' })
  try {
    const { inspectionId } = await smallTown(town)
    const phone = await testDevice(town, town.people.ons)
    const began = phone.clock.now
    const setClock = clockApart(phone)
    await perform(phone, addArea, { inspectionId }, { name: 'Slow' })
    // The request is taken, and done only later.
    phone.signal.answerWith(
      1,
      () => new Response('Internal Server Error', { status: 500 }),
      (it) => it.method === 'POST',
    )
    await phone.drain(false)
    setClock(tenYears)
    await phone.drain(false)
    await phone.drain(false)
    expect(phone.clock.now - tenYears - began).toBeLessThan(120_000)
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'inDoubt' }])
    phone.clock.pass(130_000)
    await phone.drain(false)
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(1)
  } finally {
    await town.close()
  }
})

test('I2 I22 a clock set back while a sending is in the air does not end its doubt early (seed 3527)', async () => {
  const town = await office({ profile: 'documented' })
  try {
    const { inspectionId } = await smallTown(town)
    const phone = await testDevice(town, town.people.ons)
    const setClock = clockApart(phone)
    await perform(phone, addArea, { inspectionId }, { name: 'Slow' })
    const lost = () => {
      setClock(-tenYears)
      return new Response('Internal Server Error', { status: 500 })
    }
    phone.signal.answerWith(1, lost, (it) => it.method === 'POST')
    await phone.drain(false)
    phone.clock.pass(10_000)
    // Any other answer tells that the clock was set.
    await pull(phone, areasOfInspection(inspectionId))
    await phone.drain(false)
    await phone.drain(false)
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'inDoubt' }])
    phone.clock.pass(130_000)
    await phone.drain(false)
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(1)
  } finally {
    await town.close()
  }
})

describe('a change to a documented server whose answer is lost', () => {
  let town: Office
  let phone: TestDevice
  let observationId: number
  beforeAll(async () => {
    town = await office({ profile: 'documented' })
    const { inspectionId } = await smallTown(town)
    phone = await testDevice(town, town.people.ons)
    const areaId = await perform(phone, addArea, { inspectionId }, { name: 'Hall' })
    observationId = await perform(phone, addObservation, { areaId }, { ...seen, potentialvio: false })
    await phone.drain()
  })
  afterAll(() => town.close())

  const seen = { content: 'Rotten step', user_id: 1, codes: [] }
  const flag = (potentialvio: boolean) => perform(phone, flagObservation, { observationId }, { potentialvio })
  const flagsOf = ({ signal }: TestDevice) =>
    signal.sent.flatMap((it) => (it.line.startsWith('PATCH') ? [it.body] : []))
  const flags = () => flagsOf(phone)
  const isPatch = (it: Request) => it.method === 'PATCH'

  test('I5 I22 goes again at once; the next of its row waits until the first is over; a clock set forward ends no wait', async () => {
    await flag(true)
    phone.signal.loseAnswers(1, isPatch)
    await phone.drain()
    await flag(false)
    await phone.drain()
    // The first is repeated and confirmed; the second could be undone by the first sending, which may still be on its way.
    expect(flags()).toEqual(['{"potentialvio":true}', '{"potentialvio":true}'])
    expect(await phone.db.outbox.count()).toBe(1)
    phone.clock.pass(60_000)
    await phone.drain()
    expect(flags()).toHaveLength(2)
    phone.clock.pass(61_000)
    await phone.drain()
    expect(flags().at(-1)).toBe('{"potentialvio":false}')
    expect(await phone.db.outbox.count()).toBe(0)

    // The device's clock jumps, the server's does not: the look before the sending tells.
    await flag(true)
    phone.signal.loseAnswers(1, isPatch)
    await phone.drain()
    await flag(false)
    await phone.drain()
    const trueFetch = phone.fetch
    clockApart(phone)(3_600_000)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(1)
    phone.clock.pass(121_000)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    phone.fetch = trueFetch
  })

  test('I5 I22 a clock set back while it is in the air does not end the wait of the next one (seed 31398)', async () => {
    const trueFetch = phone.fetch
    const setClock = clockApart(phone)
    const before = flags().length
    await flag(true)
    phone.signal.loseAnswers(1, isPatch)
    phone.signal.before((request) => {
      if (isPatch(request) && flags().length === before) setClock(-tenYears)
    })
    await phone.drain()
    await flag(false)
    // The next answer tells the device how wrong its clock is.
    await pull(phone, areasOfInspection(1))
    for (let minute = 0; minute < 2; minute++) {
      await phone.drain()
      expect(flags().slice(before)).toEqual(['{"potentialvio":true}', '{"potentialvio":true}'])
      phone.clock.pass(61_000)
    }
    await phone.drain()
    expect(flags().slice(before).at(-1)).toBe('{"potentialvio":false}')
    expect(await phone.db.outbox.count()).toBe(0)
    phone.signal.before(() => undefined)
    phone.fetch = trueFetch
    phone.clock.pass(tenYears)
  })

  test('I3 is not left in doubt for ever by a version of the app that did not know it', async () => {
    await flag(true)
    const [entry] = await phone.db.outbox.toArray()
    await phone.db.outbox.update(entry?.seq ?? 0, { state: 'sending', attempts: 1 })
    await without(flagObservation.name, async () => {
      await phone.drain()
      expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'inDoubt' }])
    })
    for (let round = 0; round < 3; round++) {
      phone.clock.pass(130_000)
      await phone.drain()
    }
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('I5 I21 may still come from a lost phone: on the new one the next change of its row waits for that (seed 46612)', async () => {
    const [row] = await phone.db.rows('observation').toArray()
    const known = { observationId: Number(row?.id) }
    const lost = await testDevice(town, town.people.ons)
    await perform(lost, flagObservation, known, { potentialvio: true })
    lost.signal.loseAnswers(1, isPatch)
    await lost.drain()
    const next = await testDevice(town, town.people.ons)
    await takeRescueCopy(next, await rescueCopy(lost))
    await perform(next, flagObservation, known, { potentialvio: false })
    await next.drain()
    expect(flagsOf(next)).toEqual(['{"potentialvio":true}'])
    next.clock.pass(121_000)
    await next.drain()
    expect(flagsOf(next)).toEqual(['{"potentialvio":true}', '{"potentialvio":false}'])
  })
})
