import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnderReview } from '../../src/contract/merge.ts'
import type { Rows } from '../../src/db/rows.ts'
import { type Listing, listingName } from '../../src/records/listing.ts'
import { readListing } from '../../src/records/read-listing.ts'
import type { Column } from '../../src/ui/list.tsx'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
let told: UnderReview[]

type Row = Rows['inspection']

/** What the device has of each listing, and those that the screen asked for and were not read yet. */
const read = new Map<string, Row[]>()
const asked = new Map<string, Listing>()

const modules = {
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role: 3 }) },
  '../../src/sync/react/hooks.ts': { useValue: () => ({ value: told }) },
  '../../src/sync/react/listing.ts': {
    useListing(_query: unknown, listing: Listing) {
      const name = listingName(listing)
      asked.set(name, listing)
      return { found: { rows: read.get(name) ?? [] }, pulledAt: 1, isBare: false }
    },
  },
  '../../src/parts/address-column.tsx': {
    addressColumn: () => ({ title: 'Address', cell: (it: Row) => `#${it.id}` }),
  },
  '../../src/parts/as-of.tsx': { AsOf: () => null },
  '../../src/parts/split-list.tsx': {
    useSplit: () => ({ isOffered: false, show: () => {} }),
    SplitList: ({ children }: { children: ReactNode }) => children,
  },
  '../../src/parts/unsent-mark.tsx': { useUnsentMarks: () => new Map() },
  '../../src/parts/use-now.ts': { useNow: () => new Date('2026-11-22T15:00:00Z'), useZone: () => 'America/New_York' },
  '../../src/ui/list.tsx': {
    List: ({ rows, columns }: { rows: Row[]; columns: Column<Row>[] }) =>
      rows.map((row) => columns.map((it) => `${it.title}: ${it.cell(row)}; `)),
  },
  '../../src/ui/page.tsx': { Page: ({ children }: { children: ReactNode }) => children },
  '../../src/ui/refused.tsx': { Refused: () => null },
  '../../src/ui/url-state.ts': { useUrlState: () => ['', () => {}] },
  '../../src/screens/inspections/review-record.tsx': { ReviewRecord: () => null },
  '@tanstack/react-router': { Link: () => null },
}

beforeEach(async () => {
  told = []
  read.clear()
  asked.clear()
  vi.stubEnv('TZ', 'America/New_York')
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
  vi.unstubAllEnvs()
})

/** The queue as text, with these inspections and complaints on the device. */
async function queueOf(...rows: Partial<Row>[]): Promise<string> {
  const full = rows.map((it) => ({ source: 'Complaint', status: 'Under Review', ...it }) as Row)
  await device.db.rows('inspection').bulkPut(full)
  const { UnderReviewScreen } = await import('../../src/screens/inspections/under-review-screen.tsx')
  renderToStaticMarkup(<UnderReviewScreen />)
  for (const [name, listing] of asked) read.set(name, await readListing<Row>(device.db, listing))
  return renderToStaticMarkup(<UnderReviewScreen />)
}

test('CI-02 a complaint under review is in the queue in whatever notation its status is stored, as an inspection is', async () => {
  const queue = await queueOf(
    { id: 1 },
    { id: 2, status: 'under review' },
    { id: 3, status: 'UNDER-REVIEW' },
    { id: 4, status: 'UNDER-REVIEW', source: 'Multifamily License' },
    { id: 5, status: 'Pending' },
    { id: 6, status: 'Violation Found' },
  )
  expect(queue.match(/#\d/g)).toEqual(['#1', '#2', '#3', '#4'])
})

test('C-23 waiting is counted from a time without a zone as UTC, whatever the zone of the device', async () => {
  // In the town it was still the evening before.
  expect(await queueOf({ id: 1, updated_at: '2026-11-22T03:00:00.123456' })).toContain('Waiting: 1 day;')
  told = [{ inspection_id: 1, since: '2026-11-20T03:00:00', potential: 0, photos: 0 }]
  expect(await queueOf({ id: 1 })).toContain('Waiting: 3 days;')
})

test('X97 a record without any time is in the queue with a dash', async () => {
  expect(await queueOf({ id: 1 })).toContain('Waiting: —;')
})
