import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { pendingInspections } from '../../src/records/inspection.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await freshTown(town)
})
afterAll(() => town.close())
afterEach(() => {
  vi.doUnmock('../../src/sync/react/live.ts')
  vi.doUnmock('../../src/sync/react/engine.ts')
  vi.resetModules()
})

test('This device counts a new inspection as a part that is not here yet, as Prepare for the field does', async () => {
  const { id } = town.people.ons
  const phone = await testDevice(town, town.people.ons)
  vi.resetModules()
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ person: { userId: id } }) }))
  vi.doMock('../../src/sync/react/live.ts', () => ({
    useLive: (read: (db: DeviceDatabase) => unknown) => read(phone.db),
  }))
  const { useHoldings } = await import('../../src/screens/about/device-facts.ts')
  const said = async () => JSON.stringify(await useHoldings())
  expect(await said()).toContain('Not prepared')
  await prepareField(phone, new AddressSearch(phone), () => undefined)
  expect(await said()).toContain('Ready 6 of 6')
  await town.pool.query("insert into inspections (inspector_id, source, status) values ($1, 'Complaint', 'Pending')", [
    id,
  ])
  await pull(phone, pendingInspections(id))
  expect(await said()).toContain('Ready 6 of 7')
})
