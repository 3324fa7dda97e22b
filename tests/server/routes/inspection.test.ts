import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contacts } from '../../../src/contract/contact.ts'
import { complaints, inspections } from '../../../src/contract/inspection.ts'
import { units } from '../../../src/contract/unit.ts'
import { contacts as contactTable } from '../../../src/server/store/town-tables.ts'
import { type Office, office } from '../../harness/office.ts'
import { jpeg } from '../visit.ts'
import { addAddress, addInspection, ask, plansOf, refusal, statementsOf } from './ask.ts'

let town: Office
let addressId: number
beforeAll(async () => {
  town = await office()
  addressId = (await addAddress(town)).id
})
afterAll(() => town.close())

describe('a new inspection', () => {
  test('EN-09 carries what the form sends, and is answered with address, inspector and contact', async () => {
    const unit = await ask(town, units.add, { params: { addressId }, body: { number: '1A' } })
    const contact = await ask(town, contacts.add, { body: { name: 'Cora Contact' } })
    const made = await ask(town, inspections.add, {
      body: {
        source: 'Single Family License',
        address_id: addressId,
        unit_id: unit.id,
        description: ' Check the boiler ',
        scheduled_datetime: '2026-11-24T09:30',
        paid: 'true',
        contact_id: contact.id,
        inspector_id: town.people.ons.id,
      },
    })
    expect(made).toMatchObject({
      source: 'Single Family License',
      status: null,
      address: { id: addressId, combadd: '12 ELM STREET' },
      unit_id: unit.id,
      description: 'Check the boiler',
      scheduled_datetime: '2026-11-24T09:30:00',
      paid: true,
      inspector: { id: town.people.ons.id, email: 'ons@town.example' },
      contact: { id: contact.id, name: 'Cora Contact' },
    })
    expect(await ask(town, inspections.one, { params: { inspectionId: made.id } })).toEqual(made)
  })

  test('C-20 a complaint needs no address; CF-25 the source is one of five', async () => {
    expect(await ask(town, inspections.add, { body: { source: 'Complaint' } })).toMatchObject({ address: null })
    expect(await refusal(town, inspections.add, { body: { source: 'Whim' } })).toMatch(/^422/)
  })

  test('a unit of another address, an unknown address, an impossible date are refused', async () => {
    const other = await addAddress(town, '99 OTHER ROAD')
    const unit = await ask(town, units.add, { params: { addressId: other.id }, body: { number: '1' } })
    const source = 'Complaint'
    expect(await refusal(town, inspections.add, { body: { source, address_id: addressId, unit_id: unit.id } })).toBe(
      '404 Unit not found',
    )
    expect(await refusal(town, inspections.add, { body: { source, address_id: 999_999 } })).toMatch(
      /^422 .*address_id does not exist/,
    )
    expect(await refusal(town, inspections.add, { body: { source, scheduled_datetime: '2026-02-31T10:00' } })).toBe(
      '422 Invalid datetime format. Use YYYY-MM-DDTHH:MM',
    )
  })

  test('CF-15 C-22 a complaint of the office staff goes to the default inspector, whoever is named', async () => {
    const body = { source: 'Complaint', address_id: addressId, inspector_id: town.people.otherOns.id }
    expect(await ask(town, inspections.add, { body, as: town.people.oas })).toMatchObject({ inspector_id: 1 })
    const elsewhere = await office({ config: { defaultComplaintInspector: 4711 } })
    const unassigned = await ask(elsewhere, inspections.add, {
      body: { source: 'Complaint' },
      as: elsewhere.people.oas,
    })
    expect(unassigned.inspector_id).toBeNull()
    expect(unassigned.status_message).toContain('4711')
    await elsewhere.close()
  })

  test('CF-14 an Admin names any inspector; others only themselves', async () => {
    const body = { source: 'Complaint', address_id: addressId, inspector_id: town.people.otherOns.id }
    expect((await ask(town, inspections.add, { body, as: town.people.admin })).inspector_id).toBe(body.inspector_id)
    expect((await ask(town, inspections.add, { body })).inspector_id).toBeNull()
  })

  test('EN-09 a new contact is made with it; one with the same email or phone is joined instead', async () => {
    const body = { source: 'Complaint', new_contact_name: 'Nora New', new_contact_phone: '(410) 555-0188' }
    const first = await ask(town, inspections.add, { body })
    const second = await ask(town, inspections.add, {
      body: { ...body, new_contact_name: 'N. New', new_contact_phone: '410.555.0188' },
    })
    expect(first.contact).toMatchObject({ name: 'Nora New' })
    expect(second.contact_id).toBe(first.contact_id)
    const before = await town.db.$count(contactTable)
    await refusal(town, inspections.add, {
      body: { ...body, new_contact_name: 'Gone', new_contact_phone: '1', address_id: 999_999 },
    })
    expect(await town.db.$count(contactTable)).toBe(before)
  })

  test('C-18 takes files with it, or alone afterwards, and names what it stored', async () => {
    const files = [{ name: 'plan.jpg', bytes: await jpeg() }]
    const body = { source: 'Business License', address_id: addressId }
    const { id: inspectionId } = await ask(town, inspections.add, { body, files })
    const params = { inspectionId }
    const { uploaded } = await ask(town, inspections.addPhoto, {
      params,
      files: [{ name: 'door.jpg', bytes: await jpeg(80) }],
    })
    expect(uploaded).toMatchObject([{ filename: 'door.jpg', content_type: 'image/jpeg' }])
    const photos = await ask(town, inspections.photos, { params })
    expect(photos.map(({ filename }) => filename)).toEqual(['plan.jpg', 'door.jpg'])
    expect(photos[1]?.sha256).toBe(uploaded?.[0]?.sha256)
    expect(await refusal(town, inspections.addPhoto, { params, body: {} })).toBe('422 Choose at least one file')
  })
})

describe('lists of inspections', () => {
  test('G-17 complaints have lists of their own; both are newest first', async () => {
    const at = (await addAddress(town, '20 LIST LANE')).id
    const [first, second] = [await addInspection(town, at), await addInspection(town, at, 'Business License')]
    const complaint = await addInspection(town, at, 'Complaint')
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
    expect(ids(await ask(town, inspections.ofAddress, { params: { addressId: at } }))).toEqual([second.id, first.id])
    expect(ids(await ask(town, complaints.ofAddress, { params: { addressId: at } }))).toEqual([complaint.id])
    expect(ids(await ask(town, inspections.list)).slice(0, 2)).toEqual([second.id, first.id])
    expect(ids(await ask(town, complaints.list))[0]).toBe(complaint.id)
    expect(await ask(town, inspections.list, { search: { skip: 1, limit: 1 } })).toMatchObject([{ id: first.id }])
  })

  test('G-03 pending are those of the inspector with no status, Pending, Scheduled, In Progress or Under Review', async () => {
    const me = town.people.admin
    const insert = async (status: string | null) => {
      const made = await ask(town, inspections.add, { body: { source: 'Complaint', inspector_id: me.id }, as: me })
      await town.db.execute(sql`update inspections set status = ${status} where id = ${made.id}`)
      return made.id
    }
    const open = []
    for (const status of [null, '', ' ', 'pending', 'Scheduled', 'in-progress', 'IN_PROGRESS', 'under  review'])
      open.push(await insert(status))
    for (const status of ['Completed', 'Satisfactory', 'Cancelled', 'Violation Found', 'Unsatisfactory'])
      await insert(status)
    const rows = await ask(town, inspections.pendingOf, { params: { userId: me.id } })
    expect(rows.map(({ id }) => id)).toEqual(open.reverse())
    expect(await ask(town, inspections.pendingOf, { params: { userId: town.people.guest.id } })).toEqual([])
  })

  test('a list and a detail cost one statement beside the session, however many inspections there are', async () => {
    const { id } = await addInspection(town, addressId)
    const read = async () => {
      await ask(town, inspections.list)
      await ask(town, inspections.one, { params: { inspectionId: id } })
    }
    const few = await statementsOf(town, read)
    for (let more = 0; more < 5; more++) await addInspection(town, addressId)
    expect(await statementsOf(town, read)).toBe(few)
  })
})

test('the newest of many are read along their index: a page costs the same in a town with ten times the inspections', async () => {
  await town.db.execute(
    sql`insert into inspections (source, created_at) select 'Business License', now() - n * interval '1 hour' from generate_series(1, 3000) n`,
  )
  await town.db.execute(sql`analyze inspections`)
  const [plan] = await plansOf(town, 'inspections', () => ask(town, inspections.list, { search: { limit: 20 } }))
  expect(plan).toContain('inspections_newest')
  expect(plan).not.toContain('Sort')
})

describe('changing an inspection', () => {
  test('II-06 the schedule is wall time in the town: set, moved out of another zone (C-23), cleared', async () => {
    const params = { inspectionId: (await addInspection(town, addressId)).id }
    const schedule = async (scheduled_datetime?: string) =>
      (await ask(town, inspections.schedule, { params, body: { scheduled_datetime } })).scheduled_datetime
    // However it was written, it is answered in one form: a device compares it with what it holds.
    for (const written of ['2026-07-01T09:30', '2026-07-01T09:30:00', '2026-07-01T09:30:00.000'])
      expect([written, await schedule(written)]).toEqual([written, '2026-07-01T09:30:00'])
    expect((await ask(town, inspections.one, { params })).scheduled_datetime).toBe('2026-07-01T09:30:00')
    expect(await schedule('2026-07-01T13:30:00Z')).toBe('2026-07-01T09:30:00')
    expect(await schedule('')).toBeNull()
    expect(await refusal(town, inspections.schedule, { params, body: { scheduled_datetime: 'tomorrow' } })).toBe(
      '422 Invalid datetime format. Use YYYY-MM-DDTHH:MM',
    )
  })

  test('II-04 an Admin assigns the inspector; blank or left out unassigns', async () => {
    const params = { inspectionId: (await addInspection(town, addressId)).id }
    const as = town.people.admin
    const assign = async (body: object) => (await ask(town, inspections.assign, { params, body, as })).inspector?.email
    expect(await assign({ inspector_id: town.people.otherOns.id })).toBe('ons2@town.example')
    expect(await assign({ inspector_id: '' })).toBeUndefined()
    expect(await assign({ inspector_id: town.people.ons.id })).toBe('ons@town.example')
    expect(await assign({})).toBeUndefined()
    expect(await refusal(town, inspections.assign, { params, body: { inspector_id: 999_999 }, as })).toBe(
      '404 User not found',
    )
    expect(await refusal(town, inspections.assign, { params, body: {} })).toMatch(/^403/)
  })

  test('II-07 a contact is assigned; an unknown one is 404', async () => {
    const params = { inspectionId: (await addInspection(town, addressId)).id }
    const contact = await ask(town, contacts.add, { body: { name: 'Ivy' } })
    expect((await ask(town, inspections.setContact, { params, body: { contact_id: contact.id } })).contact?.name).toBe(
      'Ivy',
    )
    expect(await refusal(town, inspections.setContact, { params, body: { contact_id: 999_999 } })).toBe(
      '404 Contact not found',
    )
  })

  test('an inspection that does not exist is 404', async () => {
    const params = { inspectionId: 999_999 }
    expect(await refusal(town, inspections.one, { params })).toBe('404 Inspection not found')
    expect(await refusal(town, inspections.setStatus, { params, body: { status: 'Pending' } })).toBe(
      '404 Inspection not found',
    )
    expect(await refusal(town, inspections.photos, { params })).toBe('404 Inspection not found')
  })
})
