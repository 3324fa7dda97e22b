import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addBusiness } from '../../src/records/business.ts'
import { addContact } from '../../src/records/contact.ts'
import { addInspection } from '../../src/records/inspection-add.ts'
import { addUnit } from '../../src/records/unit.ts'
import { packBook } from '../../src/rules/address-book.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, smallTown } from '../harness/town.ts'

const nothing = {
  description: null,
  inspector_id: null,
  contact_id: null,
  unit_id: null,
  business_id: null,
  paid: false,
}

describe.each(['keyed', 'documented'] as const)('new inspections, on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let place: Awaited<ReturnType<typeof smallTown>>
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query(
      'truncate addresses, contacts, businesses, codes, inspections, units, attachments restart identity cascade',
    )
    place = await smallTown(town)
    phone = await testDevice(town, town.people.ons)
  })
  const settleAll = async () => {
    for (let round = 0; round < 14 && (await phone.db.outbox.count()) > 0; round++) {
      await phone.drain()
      phone.clock.pass(130_000)
    }
  }
  const rows = async (sql: string) => (await town.pool.query<Record<string, unknown>>(sql)).rows
  const complaint = (words: string, more = {}) => ({
    ...nothing,
    source: 'Complaint' as const,
    address_id: place.addressId,
    description: words,
    ...more,
  })

  test('CF-13 CF-21 CF-22 CF-44 a complaint with new contact, unit and two photos is one of each, whatever answers are lost', async () => {
    phone.signal.off()
    const contact_id = await perform(
      phone,
      addContact,
      {},
      { name: 'Vera Holt', email: 'vera@holt.example', phone: null },
    )
    const unit_id = await perform(phone, addUnit, { addressId: place.addressId }, { number: '3C' })
    const photos = [await takenIn(phone, 31), await takenIn(phone, 32)]
    const made = await perform(phone, addInspection, {}, complaint('No heat', { contact_id, unit_id }), { photos })
    expect(made).toBeLessThan(0)
    expect(await phone.db.rows('inspection').get(made)).toMatchObject({
      source: 'Complaint',
      contact: { name: 'Vera Holt' },
      unit_id,
      status: null,
    })
    phone.signal.on()
    phone.signal.loseAnswers(4)
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const [contact] = await rows('select id from contacts')
    const [unit] = await rows('select id from units')
    expect(await rows("select contact_id, unit_id, description from inspections where source = 'Complaint'")).toEqual([
      { contact_id: contact?.id, unit_id: unit?.id, description: 'No heat' },
    ])
    expect([await count(town, 'contacts'), await count(town, 'units'), await count(town, 'attachments')]).toEqual([
      1, 1, 2,
    ])
    expect(phone.signal.seen.every((line) => !/-\d|undefined|NaN|null/.test(line))).toBe(true)
  })

  test('CF-24 CF-35 a business license of a business made without signal names the business’s server id', async () => {
    phone.signal.off()
    const business_id = await perform(phone, addBusiness, {}, { name: 'Vale Bakery', address_id: place.addressId })
    const body = {
      ...nothing,
      source: 'Business License' as const,
      address_id: place.addressId,
      business_id,
      paid: true,
    }
    await perform(phone, addInspection, {}, body)
    phone.signal.on()
    await settleAll()
    const [business] = await rows('select id, name from businesses')
    expect(business?.name).toBe('Vale Bakery')
    expect(await rows("select business_id, paid from inspections where source = 'Business License'")).toEqual([
      { business_id: business?.id, paid: true },
    ])
  })

  test('CF-35 a business that the address already has is joined, never doubled', async () => {
    await town.pool.query("insert into businesses (name, address_id) values ('VALE bakery', $1)", [place.addressId])
    await perform(phone, addBusiness, {}, { name: 'Vale Bakery', address_id: place.addressId })
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await count(town, 'businesses')).toBe(1)
  })

  test('CF-24 I2 an equal license inspection from before is never taken for the one whose answer was lost', async () => {
    const body = { ...nothing, source: 'Single Family License' as const, address_id: place.addressId }
    await town.pool.query("insert into inspections (source, address_id) values ('Single Family License', $1)", [
      place.addressId,
    ])
    phone.signal.off()
    await perform(phone, addInspection, {}, complaint('Barking dog'))
    await perform(phone, addInspection, {}, body)
    phone.signal.on()
    // The call never arrives: the earlier state must not pass for its result.
    phone.signal.answerWith(
      1,
      () => new Response('Bad Gateway', { status: 502 }),
      (it) => it.method === 'POST' && it.url.endsWith('/inspections/') && isLicense(it),
    )
    await settleAll()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await rows("select count(*)::int as n from inspections where source = 'Single Family License'")).toEqual([
      { n: 2 },
    ])
  })
  let calls = 0
  /** The first call is the complaint's, the second the licence's: they are sent in the order of the entries. */
  const isLicense = (_: Request) => {
    calls += 1
    return calls === 2
  }

  test('CF-13 a place that was never opened here has its name from the address book', async () => {
    for (const chunk of packBook([{ id: place.addressId, combadd: '12 ELM STREET', property_name: 'Elm Court' }]))
      await phone.db.addressChunks.put(chunk)
    phone.signal.off()
    const made = await perform(phone, addInspection, {}, complaint('Leaking roof'))
    expect((await phone.db.rows('inspection').get(made))?.address).toMatchObject({ combadd: '12 ELM STREET' })
  })

  test('CF-29 C-22 a refusal stays on the record with the server’s words', async () => {
    if (profile === 'documented') return
    const made = await perform(phone, addInspection, {}, complaint('Nowhere', { address_id: 999_999 }))
    await phone.drain()
    const [entry] = await phone.db.outbox.toArray()
    expect(entry).toMatchObject({ state: 'refused', touches: [`inspection:${made}`] })
    expect(entry?.problem?.detail).toMatch(/address_id/)
  })
})
