import { expect, test } from 'vitest'
import type { MapFilter } from '../../src/rules/map-filter.ts'
import { listLink } from '../../src/screens/map/map-list.ts'

const all: MapFilter = { hide: '', status: 'all', source: '', inspector: '', code: '', from: '', to: '', text: '' }
const ona = { id: 7, email: 'ona@town.example', name: 'Ona Sutter', role: 1 } as const
const otis = { id: 8, email: 'otis@town.example', name: null }
const office = { id: 9, email: 'office@town.example', name: 'Oscar', role: 2 } as const
const codes = [{ id: 24, chapter: '90', section: '1.0', name: 'Tall grass' }]
const admin = { ...office, role: 3 } as const
const known = { user: office, inspectors: [ona, otis], codes }

test('the list of inspections has the words, days, source and inspector of the map', () => {
  const filter = { hide: 'violation,complaint', source: 'Other', from: '2026-10-01', to: '2026-10-31', text: ' elm ' }
  expect(listLink({ ...all, ...filter, inspector: '8' }, known)).toEqual({
    to: '/inspections',
    search: { source: 'Other', from: '2026-10-01', to: '2026-10-31', q: 'elm', person: 'otis@town.example' },
  })
})

test('the lists of violations and complaints have them under their own names', () => {
  const filter = { ...all, from: '2026-10-01', text: 'grass' }
  expect(listLink({ ...filter, status: 'violation-1', code: '24', inspector: '7' }, { ...known, user: admin })).toEqual(
    {
      to: '/violations',
      search: { status: '1', since: '2026-10-01', q: 'grass', code: '90.1.0', user: 'ona@town.example' },
    },
  )
  expect(listLink({ ...filter, status: 'complaint-Pending', to: '2026-10-02', inspector: '7' }, known)).toEqual({
    to: '/complaints',
    search: { status: 'Pending', since: '2026-10-01', until: '2026-10-02', q: 'grass', person: 'Ona Sutter' },
  })
})

test('an inspector’s own violations are ticked in their list, and a colleague’s are found by name', () => {
  const filter = { ...all, status: 'violation-0' }
  expect(listLink({ ...filter, inspector: '7' }, { ...known, user: ona })?.search).toEqual({ status: '0', mine: '1' })
  expect(listLink({ ...filter, inspector: '8' }, { ...known, user: ona })?.search).toEqual({
    status: '0',
    person: 'otis@town.example',
  })
})

test('no list is offered that would show more than the map: its inspector or its code is not known here', () => {
  const filter = { ...all, status: 'violation-0' }
  expect(listLink({ ...filter, inspector: '77' }, known)).toBeNull()
  expect(listLink({ ...filter, inspector: '7' }, { ...known, inspectors: undefined })).toBeNull()
  expect(listLink({ ...filter, code: '77' }, known)).toBeNull()
})

test('a person and a code section that came from a list go back to it as they came', () => {
  const filter = { ...all, status: 'violation-0', inspector: 'Ona Sutter', code: '90.1.0' }
  expect(listLink(filter, { user: admin, inspectors: undefined, codes: [] })?.search).toEqual({
    status: '0',
    person: 'Ona Sutter',
    code: '90.1.0',
  })
})
