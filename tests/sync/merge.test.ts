import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactById, saveContact } from '../../src/records/contact.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { choose, chosenByField, keepMine, takeTheirs } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'

/** Two people edit one contact. A field that one of them did not touch keeps the other's value. */
describe.each(['keyed', 'documented'] as const)('on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  const contactId = 1
  const asFirst = { name: 'Ada Elm', email: 'ada@town.example', phone: '301-555-0101' }
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate contacts restart identity cascade')
    await town.pool.query('insert into contacts (name, email, phone, notes) values ($1, $2, $3, $4)', [
      asFirst.name,
      asFirst.email,
      asFirst.phone,
      'Rings twice',
    ])
    phone = await testDevice(town, town.people.ons)
    await pull(phone, contactById(contactId))
  })

  const atOffice = async () =>
    (await town.pool.query('select name, email, phone, notes from contacts where id = $1', [contactId])).rows[0]
  const officeSets = (field: 'email' | 'phone' | 'notes' | 'name', value: string) =>
    town.pool.query(`update contacts set ${field} = $1, updated_at = now() where id = $2`, [value, contactId])
  const save = (changes: Partial<typeof asFirst>, seen?: object) =>
    perform(phone, saveContact, { contactId }, { ...asFirst, ...changes }, seen ? { seen } : {})
  const shown = () => phone.db.rows('contact').get(contactId)

  test('CO-16 the form sends name, email and phone: the notes of the office stay, newer ones too', async () => {
    await officeSets('notes', 'Beware of the dog')
    await save({ phone: '301-555-0199' })
    await phone.drain()
    expect(await atOffice()).toEqual({ ...asFirst, phone: '301-555-0199', notes: 'Beware of the dog' })
  })

  test('CO-06 changes to different fields are both kept, and the user learns it', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199' })
    await officeSets('email', 'ada@elm.example')
    expect(await shown()).toMatchObject({ ...asFirst, phone: '301-555-0199' })
    phone.signal.on()
    await phone.drain()
    const both = { ...asFirst, email: 'ada@elm.example', phone: '301-555-0199' }
    expect(await atOffice()).toMatchObject(both)
    expect(await shown()).toMatchObject(both)
    expect(await phone.db.receipts.toArray()).toMatchObject([
      { note: expect.stringContaining('both changes are kept') },
    ])
  })

  test('CO-06 a merge is also reported after a lost answer and a closed app', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199' })
    await officeSets('email', 'ada@elm.example')
    phone.signal.on()
    phone.signal.loseAnswers(1)
    await phone.drain()
    expect(await phone.db.receipts.toArray()).toEqual([])
    phone = await phone.restart()
    phone.clock.pass(300_000)
    await phone.drain()
    expect(await phone.db.receipts.toArray()).toMatchObject([
      { note: expect.stringContaining('both changes are kept') },
    ])
  })

  test('a newer copy that is pulled while the change waits shows the newer fields under it', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199' })
    await officeSets('email', 'ada@elm.example')
    phone.signal.on()
    await pull(phone, contactById(contactId))
    expect(await shown()).toMatchObject({ email: 'ada@elm.example', phone: '301-555-0199' })
  })

  test('a form opened before a newer copy came takes nothing back of it', async () => {
    const seen = await shown()
    await officeSets('email', 'ada@elm.example')
    await pull(phone, contactById(contactId))
    await save({ phone: '301-555-0199' }, seen)
    expect(await shown()).toMatchObject({ email: 'ada@elm.example', phone: '301-555-0199' })
    await phone.drain()
    expect(await atOffice()).toMatchObject({ email: 'ada@elm.example', phone: '301-555-0199' })
  })

  test('the same field changed by both is asked, with both versions; mine is kept by hand', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199', email: 'ada@home.example' })
    await officeSets('phone', '301-555-0177')
    phone.signal.on()
    await phone.drain()
    const [entry] = await phone.db.outbox.toArray()
    expect(entry).toMatchObject({
      state: 'conflict',
      problem: { fields: [{ name: 'phone', seen: '301-555-0101', mine: '301-555-0199', theirs: '301-555-0177' }] },
    })
    await keepMine(phone, entry!.key)
    await phone.drain()
    expect(await atOffice()).toMatchObject({ phone: '301-555-0199', email: 'ada@home.example' })
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('taking theirs gives up only the field in question; the other change is sent', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199', email: 'ada@home.example' })
    await officeSets('phone', '301-555-0177')
    phone.signal.on()
    await phone.drain()
    await takeTheirs(phone, (await phone.db.outbox.toArray())[0]!.key)
    expect(await shown()).toMatchObject({ phone: '301-555-0177', email: 'ada@home.example' })
    await phone.drain()
    expect(await atOffice()).toMatchObject({ phone: '301-555-0177', email: 'ada@home.example' })
  })

  test('with two fields in question each is decided for itself', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199', email: 'ada@home.example' })
    await officeSets('phone', '301-555-0177')
    await officeSets('email', 'ada@elm.example')
    phone.signal.on()
    await phone.drain()
    const [entry] = await phone.db.outbox.toArray()
    expect(chosenByField(entry!)).toBe(true)
    await choose(phone, entry!.key, ['email'])
    await phone.drain()
    expect(await atOffice()).toMatchObject({ phone: '301-555-0199', email: 'ada@elm.example' })
  })

  test('a change to the current value ends without a call', async () => {
    phone.signal.off()
    await save({ phone: '301-555-0199' })
    await officeSets('phone', '301-555-0199')
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.receipts.toArray()).toMatchObject([{ how: 'found' }])
  })

  test('after a lost answer the change is neither made twice nor laid over a newer one', async () => {
    await save({ phone: '301-555-0199' })
    phone.signal.loseAnswers(1)
    // The lost answer is the look's, where the server is asked for its current state first.
    for (let round = 0; round < 6; round++) {
      await phone.drain()
      phone.clock.pass(60_000)
    }
    expect(await atOffice()).toMatchObject({ phone: '301-555-0199', notes: 'Rings twice' })
    expect(await phone.db.outbox.count()).toBe(0)
  })
})
