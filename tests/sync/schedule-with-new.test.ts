import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withAppointment } from '../../src/parts/with-appointment.ts'
import { addInspection } from '../../src/records/inspection-add.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { keepDraft } from '../../src/sync/entry/drafts.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

// A documented server ignores the appointment of a new inspection, so it has a call of its own.
describe.each(['keyed', 'documented'] as const)('a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let addressId: number
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    addressId = (await freshTown(town)).addressId
    phone = await testDevice(town, town.people.ons)
    phone.signal.off()
    await keepDraft(phone.db, { form: 'new-inspection/complaint', values: { description: 'Smoke' }, savedAt: 1 })
  })
  const body = () => ({ source: 'Complaint' as const, address_id: addressId, description: 'Smoke', paid: false })
  const make = (at: string) =>
    perform(phone, addInspection, {}, body(), { form: 'new-inspection/complaint', ...withAppointment(at) })

  test('I8 a phone that dies as soon as a new complaint is stored still has its appointment, and sends it', async () => {
    const made = await make('2031-05-04T09:30')
    phone = await phone.restart()
    expect(await phone.db.drafts.count()).toBe(0)
    expect(await phone.db.rows('inspection').get(made)).toMatchObject({ scheduled_datetime: '2031-05-04T09:30' })
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const { rows } = await town.pool.query(
      "select scheduled_datetime::text as at from inspections where source = 'Complaint'",
    )
    expect(rows).toEqual([{ at: expect.stringContaining('2031-05-04') }])
  })

  test('I8 an appointment that cannot be stored leaves nothing stored, and the draft stays', async () => {
    await expect(make('the day after')).rejects.toThrow()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await phone.db.drafts.count()).toBe(1)
  })

  test('I8 without an appointment the inspection alone is stored', async () => {
    await make('')
    expect(await phone.db.outbox.count()).toBe(1)
  })
})
