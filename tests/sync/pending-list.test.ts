import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import { pendingInspections, setInspectionStatus } from '../../src/records/inspection.ts'
import { rowsOf } from '../../src/records/query.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

describe.each(['documented', 'keyed'] as const)('G-03 a user’s open work on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let inspectionId: number
  const work = () => pendingInspections(town.people.ons.id)
  const shown = async () => (await rowsOf(phone.db, work())).map((it) => [it.id, it.status])
  const update = (what: string) => town.pool.query(`update inspections set ${what} where id = $1`, [inspectionId])

  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    inspectionId = (await freshTown(town)).inspectionId
    phone = await testDevice(town, town.people.ons)
    await pull(phone, work())
  })

  test('an inspection that was started here stays, though the list may lack it', async () => {
    await perform(phone, setInspectionStatus, { inspectionId }, { status: 'In Progress' })
    await phone.drain()
    await pull(phone, work())
    expect(await shown()).toEqual([[inspectionId, 'In Progress']])
    await update("status = 'Completed'")
    // It is not asked for with every look at the list.
    phone.clock.pass(16 * 60_000)
    await pull(phone, work())
    expect(await shown()).toEqual([])
  })

  test('one that the office gave to somebody else leaves the list, and its record stays', async () => {
    await update(`inspector_id = ${town.people.oas.id}`)
    await pull(phone, work())
    expect(await shown()).toEqual([])
    expect(await phone.db.rows('inspection').get(inspectionId)).toMatchObject({ inspector_id: town.people.oas.id })
  })

  test('one that the office does not know is deleted', async () => {
    const known = await phone.db.rows('inspection').get(inspectionId)
    await phone.db.rows('inspection').put({ ...known, id: 999 } as Inspection)
    await update("status = 'Scheduled'")
    await pull(phone, work())
    expect(await phone.db.rows('inspection').toCollection().primaryKeys()).toEqual([inspectionId])
  })

  test('one whose own call fails stays, and is asked for again next time', async () => {
    await update("status = 'Completed'")
    const { fetch } = phone
    phone.fetch = async (request) => {
      if (request.url.endsWith(`/api/inspections/${inspectionId}`)) throw new TypeError('No signal')
      return fetch(request)
    }
    await pull(phone, work())
    expect(await shown()).toEqual([[inspectionId, null]])
    phone.fetch = fetch
    await pull(phone, work())
    expect(await shown()).toEqual([])
  })
})
