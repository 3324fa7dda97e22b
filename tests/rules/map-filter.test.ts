import { describe, expect, test } from 'vitest'
import {
  type Filtered,
  filterOfList,
  listOf,
  type MapFilter,
  mapOf,
  matches,
  statusAsked,
} from '../../src/rules/map-filter.ts'

const open: MapFilter = { hide: '', status: '', source: '', inspector: '', code: '', from: '', to: '', text: '' }
const matter: Filtered = {
  kind: 'violation',
  source: '',
  userId: 7,
  person: 'Ona Sutter',
  codes: [24, 31],
  sections: ['50.1.0', '31'],
  day: '2026-10-15',
  words: '12 cedar st tall grass',
}
const isLeft = (filter: Partial<MapFilter>, it: Partial<Filtered> = {}) =>
  matches({ ...open, ...filter })({ ...matter, ...it })

describe('the filter of the map', () => {
  test('leaves everything where nothing is asked', () => {
    expect(isLeft({})).toBe(true)
  })

  test('a period has its first and its last day, each open where it is not given', () => {
    expect(isLeft({ from: '2026-10-15', to: '2026-10-15' })).toBe(true)
    expect(isLeft({ from: '2026-10-16' })).toBe(false)
    expect(isLeft({ to: '2026-10-14' })).toBe(false)
    expect(isLeft({ to: '2026-10-15' })).toBe(true)
  })

  test('a record without a day is in no period', () => {
    expect(isLeft({ to: '2026-10-15' }, { day: '' })).toBe(false)
    expect(isLeft({}, { day: '' })).toBe(true)
  })

  test('every word of a search has to be there, in any order and case', () => {
    expect(isLeft({ text: ' GRASS cedar' })).toBe(true)
    expect(isLeft({ text: 'grass alder' })).toBe(false)
  })

  test('by person and by section of the code', () => {
    expect([isLeft({ inspector: '7' }), isLeft({ inspector: '8' })]).toEqual([true, false])
    expect([isLeft({ code: '31' }), isLeft({ code: '3' })]).toEqual([true, false])
  })

  test('a list’s filters give the name of the person and the number of the section', () => {
    expect([isLeft({ inspector: 'Ona Sutter' }), isLeft({ inspector: 'Ona' })]).toEqual([true, false])
    expect([isLeft({ code: '50.1.0' }), isLeft({ code: '50.1' })]).toEqual([true, false])
    expect(isLeft({ code: '31' }, { codes: [] }), 'digits are an id').toBe(false)
  })

  test('a source is of inspections and a section of violations: other kinds have none', () => {
    expect(isLeft({ source: 'Business License' })).toBe(false)
    expect(isLeft({ source: 'Business License' }, { kind: 'stop', source: 'Business License' })).toBe(true)
    expect(isLeft({ code: '24' }, { kind: 'stop' })).toBe(false)
  })

  test('a status of a kind leaves no other kind; one that nobody knows is none', () => {
    expect(isLeft({ status: 'complaint-Pending' })).toBe(false)
    expect(isLeft({ status: 'violation-1' })).toBe(true)
    expect(statusAsked({ status: 'stop-In Progress' })).toEqual({ kind: 'stop', status: 'In Progress' })
    expect(statusAsked({ status: 'address-1' })).toBeNull()
  })
})

describe('from a list to the map and back', () => {
  test('the filters of a list become those of the map, without the other kinds', () => {
    expect(mapOf('violation', { status: '1', inspector: '7' })).toEqual({
      hide: 'stop,complaint',
      status: 'violation-1',
      inspector: '7',
    })
    expect(mapOf('stop', { status: '', from: '2026-10-01', to: '' })).toEqual({
      hide: 'violation,complaint',
      status: 'all',
      from: '2026-10-01',
    })
  })

  test('the filters that every list has come along; no map is offered where it would have other records', () => {
    const none = { text: '', person: '', code: '', from: '', to: '' }
    const all = { text: 'elm', person: 'Ona Sutter', code: '50.1.0', from: '2026-10-01', to: '2026-10-31' }
    const { person, ...others } = all
    expect(filterOfList('violation', { status: '1', inspector: '' }, all)).toEqual({
      ...others,
      status: '1',
      inspector: person,
    })
    const scheduled = { from: '2026-10-01', to: '' }
    expect(filterOfList('stop', scheduled, none)).toEqual({ ...scheduled, code: '', text: '' })
    expect(filterOfList('stop', scheduled, { ...none, from: '2026-10-01' }), 'two periods').toBeNull()
    expect(filterOfList('violation', { inspector: '7' }, all), 'two people').toBeNull()
    expect(filterOfList('violation', {}, { ...none, code: '31' }), 'looks like an id').toBeNull()
  })

  test('the map of one list leads back to it with its status', () => {
    expect(listOf({ ...open, ...mapOf('complaint', { status: 'Pending' }) })).toEqual({
      kind: 'complaint',
      status: 'Pending',
    })
    expect(listOf({ ...open, ...mapOf('violation', {}) })).toEqual({ kind: 'violation', status: '' })
  })

  test('no list has several kinds, or just what is open', () => {
    expect(listOf({ ...open, status: 'all' })).toBeNull()
    expect(listOf({ ...open, hide: 'stop,complaint' })).toBeNull()
  })
})
