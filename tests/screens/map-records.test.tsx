import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Rows } from '../../src/db/rows.ts'
import { type Listing, listingName } from '../../src/records/listing.ts'
import { type Query, rowsOf } from '../../src/records/query.ts'
import { readListing } from '../../src/records/read-listing.ts'
import type { MapFilter } from '../../src/rules/map-filter.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
let role: number

/** What the device has of each list, and the lists that were asked for and not read yet. */
const read = new Map<string, unknown[]>()
const asked = new Map<string, () => Promise<unknown[]>>()

const rows = (name: string, of: () => Promise<unknown[]>) => {
  asked.set(name, of)
  return read.get(name) ?? []
}
const modules = {
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role }) },
  '../../src/sync/react/hooks.ts': {
    useRows: (query: Query) => ({ rows: rows('mine', () => rowsOf(device.db, query)), pulledAt: 1 }),
  },
  '../../src/sync/react/listing.ts': {
    useListing: (_: unknown, it: Listing) => ({
      found: { rows: rows(listingName(it), () => readListing(device.db, it)) },
      ...{ pulledAt: 1, isBare: false },
    }),
  },
  '../../src/parts/use-sheet-facts.ts': { useSheetFacts: () => undefined, bareFacts: () => ({}) },
  '../../src/parts/use-now.ts': { useNow: () => new Date('2026-11-22T15:00:00Z'), useZone: () => 'America/New_York' },
}

beforeEach(async () => {
  role = 2
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

const open: MapFilter = { hide: '', status: '', source: '', inspector: '', code: '', from: '', to: '', text: '' }

/** The records on the map with this status, by kind and number. */
async function onMap(status = ''): Promise<string[]> {
  const { useMapRecords } = await import('../../src/screens/map/use-map-records.ts')
  let found: ReturnType<typeof useMapRecords>['records']
  function Shown() {
    found = useMapRecords({ ...open, status }).records
    return null
  }
  renderToStaticMarkup(<Shown />)
  for (const [name, of] of asked) read.set(name, await of())
  renderToStaticMarkup(<Shown />)
  return (found ?? []).map((it) => `${it.kind} ${it.id}`).sort()
}

const visit = (id: number, status: string | null, source = 'Complaint', inspector_id = 7) =>
  ({ id, status, source, inspector_id, address_id: 1 }) as Rows['inspection']
const closed = ['Violation Found', 'No Violation Found', 'Completed']

test('CP-05 DB-44 the map has the complaints that are not answered, also those whose visit has begun, and no others', async () => {
  await device.db
    .rows('inspection')
    .bulkPut([
      visit(1, null),
      visit(2, 'Pending'),
      visit(3, 'In Progress'),
      visit(7, 'Open'),
      ...closed.map((it, at) => visit(4 + at, it)),
    ])
  expect(await onMap()).toEqual(['complaint 1', 'complaint 2', 'complaint 3', 'complaint 7'])
  expect(await onMap('all')).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `complaint ${id}`))
  expect(await onMap('complaint-Violation Found')).toEqual(['complaint 4'])
})

test('G-03 VL-02 the map has open inspections and violations; an inspector sees their own stops and all complaints', async () => {
  const license = 'Multifamily License'
  await device.db
    .rows('inspection')
    .bulkPut([
      visit(1, null),
      visit(2, 'Scheduled', license),
      visit(3, null, license, 8),
      visit(4, 'Completed', license),
    ])
  const violation = (id: number, status: number) =>
    ({ id, status, address_id: 1, violation_type: 'doorhanger', codes: [] }) as unknown as Rows['violation']
  await device.db.rows('violation').bulkPut([0, 1, 2, 3].map((status) => violation(status, status)))
  expect(await onMap()).toEqual(['complaint 1', 'stop 2', 'stop 3', 'violation 0', 'violation 2'])
  role = 1
  expect(await onMap()).toEqual(['complaint 1', 'stop 2', 'violation 0', 'violation 2'])
})
