import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyRow } from '../../src/db/rows.ts'
import { areasOfInspection, areasOfUnit } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { observationsOfArea } from '../../src/records/observation.ts'
import type { Query } from '../../src/records/query.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { deviceReads, hear } from '../harness/device-reads.ts'

let device: TestDevice
let params: Record<string, string>

const { office, useLive, usePull, useRows, shown: htmlOf } = deviceReads()
const nothing = () => null
const children = (props: { children: ReactNode }) => props.children
const modules = {
  '../../src/sync/react/live.ts': { useLive, useUser: () => ({ id: 7, role: 1 }) },
  '../../src/sync/react/hooks.ts': {
    usePull,
    useRows,
    useRow: (query: Query<AnyRow>) => ({ ...useRows(query), row: useRows(query).rows?.[0] }),
  },
  '../../src/parts/use-now.ts': { useZone: () => 'America/New_York' },
  '../../src/parts/area-form.tsx': { AreaForm: nothing },
  '../../src/parts/as-of.tsx': { AsOf: nothing },
  '../../src/parts/entry-state.tsx': { EntryStateLine: nothing },
  '../../src/parts/photos-stored.tsx': { PhotosStored: nothing },
  '../../src/parts/premise-alerts.tsx': { PremiseAlerts: nothing, AddAlert: nothing },
  '../../src/parts/observation-form.tsx': { ObservationForm: nothing, useObservationDraft: () => ({ saving: [] }) },
  '../../src/parts/violation-draft.ts': { useViolationDraft: () => ({}) },
  '../../src/parts/violation-form.tsx': { ViolationForm: nothing },
  '../../src/screens/inspections/answers-section.tsx': { AnswersSection: nothing },
  '../../src/screens/inspections/area-rows.tsx': { AreaRows: nothing },
  '../../src/screens/inspections/area-walk-bar.tsx': { useWalk: nothing, WalkBar: nothing },
  '../../src/screens/inspections/area-bar.tsx': { AreaBar: nothing },
  '../../src/screens/inspections/checklist.tsx': { Checklist: nothing },
  '../../src/screens/inspections/inspection-files.tsx': { InspectionFiles: nothing },
  '../../src/screens/inspections/inspection-place.tsx': {
    ...{ PlaceLink: nothing, BackToInspection: nothing, recordNumber: (id: number) => `#${id}` },
  },
  '../../src/screens/inspections/review-decision.tsx': { ReviewDecision: nothing },
  '../../src/screens/inspections/review-item.tsx': { ReviewItem: nothing, placeOfSeen: () => 'Porch' },
  '../../src/screens/inspections/sent-back.tsx': { SentBack: nothing },
  '../../src/screens/inspections/status-choice.tsx': { StatusChoice: nothing },
  '../../src/screens/inspections/units-panel.tsx': { UnitsPanel: nothing },
  '../../src/screens/inspections/finish.tsx': { Finish: nothing },
  '../../src/ui/media.ts': { useIsDesk: () => true },
  '../../src/ui/page.tsx': { Page: children },
  '@tanstack/react-router': { Link: children, useNavigate: () => nothing, useParams: () => params },
}

beforeEach(async () => {
  office.problem = undefined
  params = { inspectionId: '9', unitId: '4', areaId: '5' }
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  const inspection = { id: 9, source: 'Multifamily License', status: 'Under Review' }
  await device.db.rows('inspection').put(inspection)
  await device.db.rows('unit').put({ id: 4, number: '1A', address_id: 3 })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

/** A page as text, once everything was read. */
const shown = async (page: ReactNode): Promise<string> =>
  (await htmlOf(device.db, page)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const area = { id: 5, name: 'Porch', inspection_id: 9, unit_id: null }
const flagged = {
  ...{ id: 6, area_id: 5, content: 'Rotten step', potentialvio: true, user_id: 7, codes: [], photos: [] },
}

const pages = {
  'the review of an inspection': async () =>
    shown(<Component of={(await import('../../src/screens/inspections/review-screen.tsx')).ReviewScreen} />),
  'a record under review': async () => {
    const { ReviewRecord } = await import('../../src/screens/inspections/review-record.tsx')
    return shown(<ReviewRecord id={9} next={null} isBeside />)
  },
}
const Component = ({ of: Of }: { of: () => ReactNode }) => <Of />

const failure = 'Failed to load potential observations'
const none = 'No potential violations were flagged'
const notAllHere = 'Not all of this inspection is on this'

for (const [name, open] of Object.entries(pages)) {
  test(`RV-08 RV-09 ${name}: what was prepared is known without signal, though the flagged ones were never asked for`, async () => {
    office.problem = { kind: 'noSignal' }
    await device.db.rows('area').put(area)
    await hear(device.db, inspectionById(9), areasOfInspection(9), observationsOfArea(5))
    const text = await open()
    expect(text).toContain(none)
    for (const claim of [failure, notAllHere]) expect(text).not.toContain(claim)
  })

  test(`RV-08 RV-09 ${name}: what this phone never heard is not called unflagged`, async () => {
    office.problem = { kind: 'noSignal' }
    const text = await open()
    for (const claim of [failure, notAllHere]) expect(text).toContain(claim)
    expect(text).not.toContain(none)
  })

  test(`RV-09 ${name}: the flagged observations made here are not called all of them`, async () => {
    office.problem = { kind: 'noSignal' }
    await device.db.rows('area').put({ ...area, id: -5 })
    await device.db.rows('observation').put({ ...flagged, id: -6, area_id: -5 })
    const text = await open()
    expect(text).toContain('Porch 1')
    expect(text).toContain(notAllHere)
    expect(text).not.toContain('Potential Violations 1')
  })

  test(`RV-08 ${name}: nothing is said while the office may still answer`, async () => {
    const text = await open()
    for (const claim of [none, failure, notAllHere]) expect(text).not.toContain(claim)
  })
}

const lists = {
  'the areas of an inspection': {
    count: /Areas \d/,
    failure: 'Failed to fetch areas',
    open: async () =>
      shown(<Component of={(await import('../../src/screens/inspections/conduct-screen.tsx')).ConductScreen} />),
    heard: areasOfInspection(9),
  },
  'the areas of a unit': {
    count: /Areas \d/,
    failure: 'Failed to fetch areas',
    open: async () =>
      shown(<Component of={(await import('../../src/screens/inspections/unit-areas-screen.tsx')).UnitAreasScreen} />),
    heard: areasOfUnit(9, 4),
  },
  'the observations of an area': {
    count: /Observations \d/,
    failure: 'Failed to fetch observations',
    async open() {
      await device.db.rows('area').put(area)
      return shown(<Component of={(await import('../../src/screens/inspections/area-screen.tsx')).AreaScreen} />)
    },
    heard: observationsOfArea(5),
  },
}

for (const [name, { count, failure, open, heard }] of Object.entries(lists))
  test(`CI-09 AR-01 AR-09 ${name} are counted only once the office has told them`, async () => {
    expect(await open()).not.toMatch(count)
    office.problem = { kind: 'noSignal' }
    const text = await open()
    expect(text).toContain(failure)
    expect(text).not.toMatch(count)
    await hear(device.db, heard)
    expect(await open()).toMatch(count)
  })

test('AR-01 the areas of a unit are known without signal once those of its inspection are', async () => {
  office.problem = { kind: 'noSignal' }
  await hear(device.db, areasOfInspection(9))
  const text = await lists['the areas of a unit'].open()
  expect(text).toContain('Areas 0')
  expect(text).not.toContain('Failed to fetch areas')
})
