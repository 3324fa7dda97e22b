import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Violation } from '../../src/contract/violation.ts'
import { inspectionsOfAddress } from '../../src/records/inspection.ts'
import { type Query, queryName } from '../../src/records/query.ts'

interface List {
  rows: { id: number }[] | undefined
  pulledAt?: number
  problem?: { kind: 'noSignal' }
}

let inspections: List
let complaints: List
let NextVisit: typeof import('../../src/screens/follow-up/next-visit.tsx').NextVisit

const isInspections = (asked: Query) => queryName(asked) === queryName(inspectionsOfAddress(3) as unknown as Query)

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ town: {} }) },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role: 1 }), useLive: () => undefined },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async () => 1,
    useRows: (asked: Query) => (isInspections(asked) ? inspections : complaints),
  },
  '../../src/parts/use-now.ts': { useNow: () => new Date('2026-11-23T15:00:00Z'), useZone: () => 'America/New_York' },
  '../../src/parts/entry-state.tsx': { EntryStateLine: () => null },
  '../../src/parts/record-to.tsx': { RecordTo: ({ children }: { children: string }) => children },
}

beforeEach(async () => {
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  NextVisit = (await import('../../src/screens/follow-up/next-visit.tsx')).NextVisit
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

const open = [
  { id: 1, inspection_id: 12, status: 0, deadline_date: '2026-12-08', created_at: '2026-11-20T15:00:00Z' },
] as Violation[]
const shown = (addressId = 3) => renderToStaticMarkup(<NextVisit addressId={addressId} open={open} />)

const heard = { rows: [], pulledAt: 5 }
const unheard = { rows: [] }
const button = 'Schedule the next visit'

test('the next visit is offered only once both lists of the address are known, so that none is planned twice', () => {
  for (const [first, second] of [
    [{ rows: undefined }, heard],
    [heard, { rows: undefined }],
    [unheard, heard],
    [heard, unheard],
  ] as const) {
    ;[inspections, complaints] = [first, second]
    expect(shown()).toBe('')
  }
  ;[inspections, complaints] = [heard, heard]
  expect(shown()).toContain(button)
})

test('a visit planned in the list that came last is shown instead of a second one', () => {
  const planned = { id: 9, source: 'Complaint', status: 'Pending', scheduled_datetime: '2026-12-01T10:00:00' }
  ;[inspections, complaints] = [heard, { rows: [planned], pulledAt: 5 }]
  expect(shown()).toContain('Complaint #9')
  expect(shown()).not.toContain(button)
})

test('without signal a list that was never heard is named, and the visit can be planned', () => {
  ;[inspections, complaints] = [heard, { rows: [], problem: { kind: 'noSignal' } }]
  expect(shown()).toContain('inspections and complaints')
  expect(shown()).toContain(button)
})

test('an address of this device alone has no list at the office to wait for', () => {
  ;[inspections, complaints] = [unheard, unheard]
  expect(shown(-3)).toContain(button)
})
