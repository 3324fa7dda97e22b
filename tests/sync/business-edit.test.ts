import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { businessById, saveBusiness } from '../../src/records/business.ts'
import { rowsOf } from '../../src/records/query.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

describe.each(['keyed', 'documented'] as const)('a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses, businesses, codes, inspections restart identity cascade')
    const { addressId } = await smallTown(town)
    await town.pool.query(
      "insert into businesses (name, address_id, phone, website, employee_count) values ('Vale Bakery', $1, '443', 'https://vale.example', 4)",
      [addressId],
    )
    phone = await testDevice(town, town.people.ons)
    await pull(phone, businessById(1))
  })

  const shown = async () => (await rowsOf(phone.db, businessById(1)))[0]
  /** The form sends every field as it has it. */
  const form = async (changes: object) => {
    const {
      name,
      trading_as,
      address_id,
      unit_id,
      email,
      phone: tel,
      website,
      is_closed,
      opened_on,
      employee_count,
    } = (await shown())!
    const now = { trading_as, unit_id, email, phone: tel, website, opened_on, employee_count }
    return { ...now, name: name ?? '', address_id: address_id ?? 0, is_closed: is_closed ?? false, ...changes }
  }

  test('BU-03 BU-04 only changed fields are sent, cleared ones as null, and show here at once', async () => {
    phone.signal.off()
    await perform(phone, saveBusiness, { businessId: 1 }, await form({ employee_count: null, is_closed: true }))
    expect(await shown()).toMatchObject({ employee_count: null, is_closed: true, phone: '443' })
    await town.pool.query("update businesses set phone = '410', updated_at = now()")
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const [patch] = phone.signal.sent.filter((it) => it.line.startsWith('PATCH'))
    expect(JSON.parse(patch?.body ?? '')).toEqual({ employee_count: null, is_closed: true })
    expect((await town.pool.query('select phone, employee_count, is_closed from businesses')).rows).toEqual([
      { phone: '410', employee_count: null, is_closed: true },
    ])
    expect((await phone.db.receipts.toArray()).at(-1)?.note).toMatch(/both changes are kept/)
  })

  test('BU-03 if the office changed the same field, the user is asked', async () => {
    phone.signal.off()
    await perform(phone, saveBusiness, { businessId: 1 }, await form({ name: 'Vale Books' }))
    await town.pool.query("update businesses set name = 'Vale Brewery', updated_at = now()")
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'conflict', problem: { fields: [{ name: 'name', mine: 'Vale Books', theirs: 'Vale Brewery' }] } },
    ])
  })
})
