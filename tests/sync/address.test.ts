import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AddressFields } from '../../src/contract/address.ts'
import {
  addAddress,
  addressById,
  addressesByVacancy,
  saveAddress,
  setVacancyStatus,
} from '../../src/records/address.ts'
import { rowsOf } from '../../src/records/query.ts'
import { addViolationAtAddress } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'

/** The address of a property as an Admin's phone edits it, against both kinds of server. */
describe.each(['keyed', 'documented'] as const)('on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  const addressId = 1
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses restart identity cascade')
    await town.pool.query(
      `insert into addresses (combadd, property_name, ownername, ownercity, zoning, latitude, vacancy_status) values
        ('1 ELM STREET', 'Elm Court', 'Harriet Vale', 'Elmton', 'R-4', 38.99, 'vacant'),
        ('2 ELM STREET', null, 'Noel Brand', null, null, null, 'registered'),
        ('3 ELM STREET', null, 'Ines Dorn', null, null, null, 'occupied')`,
    )
    phone = await testDevice(town, town.people.admin)
    await pull(phone, addressById(addressId))
  })

  const atOffice = async (id = addressId) =>
    (await town.pool.query('select * from addresses where id = $1', [id])).rows[0]
  const shown = (id = addressId) => phone.db.rows('address').get(id)
  const save = async (changes: Record<string, string>) => {
    const seen = await shown()
    return perform(phone, saveAddress, { addressId }, AddressFields.parse(changes), seen ? { seen } : {})
  }

  test('AD-07 the save gives back every field that the form does not have, as the office has it by then', async () => {
    phone.signal.off()
    await save({ ownername: 'Vale Trust', aka: 'The Court' })
    expect(await shown()).toMatchObject({ ownername: 'Vale Trust', aka: 'The Court', zoning: 'R-4' })
    await town.pool.query("update addresses set zoning = 'C-1', property_name = 'Elm Court East' where id = 1")
    phone.signal.on()
    await phone.drain()
    const whole = { combadd: '1 ELM STREET', ownercity: 'Elmton', zoning: 'C-1', latitude: 38.99 }
    expect(await atOffice()).toMatchObject({ ...whole, ownername: 'Vale Trust', property_name: 'Elm Court East' })
    // The answer replaces what is shown.
    expect(await shown()).toMatchObject({ ...whole, ownername: 'Vale Trust', property_name: 'Elm Court East' })
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('AD-07 a cleared field is cleared at the office; the words name the changed fields', async () => {
    phone.signal.off()
    await save({ property_name: '', ownerzip: '20740', ownername: 'Harriet Vale' })
    phone.signal.on()
    await phone.drain()
    expect(await atOffice()).toMatchObject({ property_name: null, ownerzip: '20740', ownername: 'Harriet Vale' })
    const [receipt] = await phone.db.receipts.toArray()
    expect(receipt?.words).toBe('Address changed: Property Name, Owner ZIP')
  })

  test('VA-04 a status shows at once without signal and arrives; VA-03 if the office changed it, the user is asked', async () => {
    phone.signal.off()
    await perform(phone, setVacancyStatus, { addressId }, { vacancy_status: 'registered' })
    await perform(phone, setVacancyStatus, { addressId }, { vacancy_status: 'potentially vacant' })
    expect(await shown()).toMatchObject({ vacancy_status: 'potentially vacant' })
    phone.signal.on()
    await phone.drain()
    expect(await atOffice()).toMatchObject({ vacancy_status: 'potentially vacant' })

    phone.signal.off()
    await perform(phone, setVacancyStatus, { addressId }, { vacancy_status: 'occupied' })
    await town.pool.query("update addresses set vacancy_status = 'vacant' where id = 1")
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'conflict', problem: { fields: [{ mine: 'occupied', theirs: 'vacant' }] } },
    ])
  })

  test('VA-01 the list holds all but the occupied; one that leaves it stays on the device as an occupied address', async () => {
    const list = async () => {
      await pull(phone, addressesByVacancy())
      return (await rowsOf(phone.db, addressesByVacancy())).map(({ id }) => id)
    }
    expect(await list()).toEqual([1, 2])
    await town.pool.query("update addresses set vacancy_status = 'occupied' where id = 2")
    expect(await list()).toEqual([1])
    expect(await shown(2)).toMatchObject({
      combadd: '2 ELM STREET',
      ownername: 'Noel Brand',
      vacancy_status: 'occupied',
    })
  })

  test('VA-08 a new address is safe on the device first and arrives once, whatever becomes of the answer', async () => {
    phone.signal.off()
    const body = { combadd: '9 NEW LANE', property_name: '', ownername: 'Nell Wood' }
    const id = await perform(phone, addAddress, {}, body)
    expect(id).toBeLessThan(0)
    expect(await shown(id)).toMatchObject({ combadd: '9 NEW LANE', property_name: null, ownername: 'Nell Wood' })
    phone.signal.on()
    phone.signal.loseAnswers(2)
    for (let round = 0; round < 8; round++) {
      await phone.drain()
      phone.clock.pass(60_000)
    }
    const { rows } = await town.pool.query("select id, ownername from addresses where combadd = '9 NEW LANE'")
    expect(rows).toEqual([{ id: 4, ownername: 'Nell Wood' }])
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await shown(4)).toMatchObject({ combadd: '9 NEW LANE' })
    expect(await shown(id)).toBeUndefined()
  })

  test('VA-07 an address without a word in it arrives, once', async () => {
    await perform(phone, addAddress, {}, {})
    phone.signal.loseAnswers(2)
    for (let round = 0; round < 8; round++) {
      await phone.drain()
      phone.clock.pass(60_000)
    }
    expect((await town.pool.query('select id from addresses where combadd is null')).rows).toEqual([{ id: 4 }])
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('VA-06 a new address is found by the search at once, before and after it is sent, though the book is older', async () => {
    const search = new AddressSearch(phone)
    const found = async (typed: string) => {
      const { results } = await search.find(typed, 5, new AbortController().signal)
      return results.map(({ id, combadd }) => [id, combadd])
    }
    await search.fetchBook()
    phone.signal.off()
    const id = await perform(phone, addAddress, {}, { combadd: '9 NEW LANE', ownername: 'Nell Wood' })
    expect(await found('new lane')).toEqual([[id, '9 NEW LANE']])
    phone.signal.on()
    await phone.drain()
    expect(await found('nell')).toEqual([[4, '9 NEW LANE']])
    await search.fetchBook()
    expect(await found('nell')).toEqual([[4, '9 NEW LANE']])
    expect(await found('elm street')).toHaveLength(3)
  })

  test('GS-11 without the book and without the office, the search finds the addresses that were opened here', async () => {
    const search = new AddressSearch(phone)
    const find = (typed: string) => search.find(typed, 5, new AbortController().signal)
    await pull(phone, addressById(3))
    expect((await find('elm')).results).toHaveLength(3)
    phone.signal.off()
    const made = await perform(phone, addAddress, {}, { combadd: '9 ELM LANE' })
    const found = await find('elm')
    expect(found.source).toBe('opened')
    // The one that begins with the word comes first, as in every search.
    expect(found.results.map(({ id }) => id)).toEqual([1, made, 3])
    expect((await find('ines d')).results).toMatchObject([{ id: 3, combadd: '3 ELM STREET' }])
    await expect(find('noel')).rejects.toThrow(CallError)
    phone.signal.on()
    expect(await find('noel')).toMatchObject({ source: 'office', results: [{ id: 2 }] })
  })

  test('VA-08 AD-07 changes to an unsent new address follow it, and arrive under its id', async () => {
    phone.signal.off()
    const id = await perform(phone, addAddress, {}, { combadd: '9 NEW LANE' })
    const seen = await shown(id)
    await perform(phone, saveAddress, { addressId: id }, { ownername: 'Nell Wood' }, seen ? { seen } : {})
    await perform(phone, setVacancyStatus, { addressId: id }, { vacancy_status: 'vacant' })
    expect(await shown(id)).toMatchObject({ combadd: '9 NEW LANE', ownername: 'Nell Wood', vacancy_status: 'vacant' })
    phone.signal.on()
    await phone.drain()
    expect(await atOffice(4)).toMatchObject({
      combadd: '9 NEW LANE',
      ownername: 'Nell Wood',
      vacancy_status: 'vacant',
    })
    expect(await phone.db.outbox.count()).toBe(0)
  })

  test('AD-26 a violation made at its address is sent by the address’s own call', async () => {
    const calls: string[] = []
    const { fetch } = phone
    phone.fetch = (request) => {
      if (request.method === 'POST') calls.push(new URL(request.url).pathname)
      return fetch(request)
    }
    await perform(
      phone,
      addViolationAtAddress,
      { addressId },
      {
        address_id: addressId,
        user_id: town.people.admin.id,
        codes: [],
        deadline: '7 days',
        violation_type: 'doorhanger',
      },
    )
    await phone.drain()
    const { rows } = await town.pool.query('select address_id, deadline from violations')
    expect(rows).toEqual([{ address_id: addressId, deadline: '7 days' }])
    expect(calls.filter((it) => it.includes('violations'))).toEqual(['/api/addresses/1/violations'])
  })
})
