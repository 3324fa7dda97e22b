import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addContact, contactWithLinks } from '../../src/records/contact.ts'
import { linkAddressContact, linkBusinessContact, unlinkAddressContact } from '../../src/records/contact-link.ts'
import { contactsOfAddress } from '../../src/records/linked.ts'
import { linkedContacts, linkedOwners } from '../../src/records/links.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pullValue } from '../../src/sync/pull/pull.ts'
import { retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

describe.each(['keyed', 'documented'] as const)('a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let addressId: number
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses, contacts, businesses, codes, inspections restart identity cascade')
    addressId = (await smallTown(town)).addressId
    await town.pool.query("insert into contacts (name) values ('Vera Holt'), ('Ines Dorn')")
    await town.pool.query('insert into address_contacts (address_id, contact_id) values ($1, 1)', [addressId])
    phone = await testDevice(town, town.people.ons)
    await pullValue(phone, contactsOfAddress(addressId))
  })

  const shown = async () =>
    (await linkedContacts(phone.db, { type: 'address', id: addressId })).rows.map((it) => it.name).sort()
  const atOffice = async () =>
    (await town.pool.query('select contact_id from address_contacts order by 1')).rows.map((it) => it.contact_id)
  const link = (contactId: number) => perform(phone, linkAddressContact, { addressId }, { contact_id: contactId })
  const unlink = (contactId: number) => perform(phone, unlinkAddressContact, { addressId, contactId }, undefined)

  test('AD-09 AD-10 linking and unlinking without signal shows at once, stays shown when sent, and is right at the office', async () => {
    phone.signal.off()
    await link(2)
    await unlink(1)
    expect(await shown()).toEqual(['Contact #2'])
    phone.signal.on()
    await phone.drain()
    expect(await atOffice()).toEqual([2])
    // The kept answer is older than both; what was confirmed since is shown on top of it.
    expect(await shown()).toEqual(['Contact #2'])
    await pullValue(phone, contactsOfAddress(addressId))
    expect(await shown()).toEqual(['Ines Dorn'])
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('AD-10 CO-09 the link of a contact made without signal waits for it, and is seen from both ends', async () => {
    phone.signal.off()
    await town.pool.query("insert into businesses (name, address_id) values ('Vale Bakery', $1)", [addressId])
    const made = await perform(phone, addContact, {}, { name: 'Noel Brand', email: null, phone: null })
    await link(made)
    await perform(phone, linkBusinessContact, { businessId: 1 }, { contact_id: made })
    expect(await shown()).toEqual(['Noel Brand', 'Vera Holt'])
    const ends = await linkedOwners(phone.db, 'address', made)
    expect(ends).toMatchObject({ isHeard: true, rows: [{ id: addressId }] })
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await atOffice()).toEqual([1, 3])
    expect(await count(town, 'business_contacts')).toBe(1)
    expect(await shown()).toEqual(['Noel Brand', 'Vera Holt'])
    expect((await linkedOwners(phone.db, 'business', 3)).rows).toMatchObject([{ id: 1 }])
  })

  test('AD-09 an unsent link and its removal cancel each other, either way round, also under the id that the office gave', async () => {
    phone.signal.off()
    await link(2)
    await unlink(2)
    await unlink(1)
    await link(1)
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await shown()).toEqual(['Vera Holt'])

    const made = await perform(phone, addContact, {}, { name: 'Noel Brand', email: null, phone: null })
    await link(made)
    phone.signal.on()
    phone.signal.answerWith(
      9,
      () => new Response('{"detail":"Not today"}', { status: 422, headers: { 'content-type': 'application/json' } }),
      (it) => it.method === 'POST' && it.url.includes('/contacts') && it.url.includes('/addresses/'),
    )
    await phone.drain()
    const [refused] = await phone.db.outbox.toArray()
    expect(refused).toMatchObject({ state: 'refused', touches: [`link:address:${addressId}/contact:3`] })
    // A refused link made nothing: its removal ends it, and nothing is sent.
    const sent = phone.signal.sent.length
    await unlink(made)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(phone.signal.sent.length).toBe(sent)
    expect(await shown()).toEqual(['Vera Holt'])
  })

  test('I17 a removal that may have been carried out before it was refused is not taken back by a new link', async () => {
    phone.signal.loseAnswers(1, ({ method }) => method === 'DELETE')
    await unlink(1)
    await phone.drain()
    phone.clock.pass(130_000)
    phone.signal.answerWith(
      1,
      () => new Response('{"detail":"Not allowed"}', { status: 403, headers: { 'Content-Type': 'application/json' } }),
      ({ method }) => method === 'DELETE',
    )
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused', attempts: 2 }])
    expect(await atOffice()).toEqual([])
    await link(1)
    expect(await phone.db.outbox.count()).toBe(2)
    const [removal] = await phone.db.outbox.orderBy('seq').toArray()
    await retry(phone, removal?.key ?? '')
    await phone.drain()
    // Until then a removal sent before could still be carried out.
    phone.clock.pass(130_000)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect(await atOffice()).toEqual([1])
  })

  test('AD-09 a removal done already is no failure; AD-11 one that is refused leaves the contact in the list', async () => {
    await town.pool.query('delete from address_contacts')
    await unlink(1)
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    expect((await phone.db.receipts.toArray()).at(-1)?.note).toBe('It was gone already.')

    await town.pool.query('insert into address_contacts (address_id, contact_id) values ($1, 2)', [addressId])
    await pullValue(phone, contactsOfAddress(addressId))
    phone.signal.answerWith(
      1,
      () => new Response('{"detail":"Not today"}', { status: 422, headers: { 'content-type': 'application/json' } }),
      (it) => it.method === 'DELETE',
    )
    await unlink(2)
    expect(await shown()).toEqual([])
    await phone.drain()
    const { rows, entries } = await linkedContacts(phone.db, { type: 'address', id: addressId })
    expect(rows.map((it) => it.name)).toEqual(['Ines Dorn'])
    expect(entries.get(2)).toMatchObject([{ state: 'refused', problem: { detail: 'Not today' } }])
  })

  test('AD-09 CO-09 a link on its way and its removal go in order, and a pull from before takes nothing back', async () => {
    phone.signal.off()
    await link(2)
    await phone.db.outbox.toCollection().modify({ attempts: 1 })
    await unlink(2)
    expect(await phone.db.outbox.count()).toBe(2)
    expect(await shown()).toEqual(['Vera Holt'])
    phone.signal.on()
    await phone.drain()
    expect(phone.signal.sent.map((it) => it.line).filter((it) => it.includes('/contacts'))).toEqual([
      `POST /api/addresses/${addressId}/contacts`,
      `DELETE /api/addresses/${addressId}/contacts/2`,
    ])
    expect(await atOffice()).toEqual([1])
    await pullValue(phone, contactWithLinks(1))
    expect((await linkedOwners(phone.db, 'address', 1)).rows).toEqual([{ id: addressId, text: '12 ELM STREET' }])
    // The contact itself is known from the answer about its links.
    expect(await phone.db.rows('contact').get(1)).toEqual(expect.not.objectContaining({ addresses: expect.anything() }))
  })
})
