import { describe, expect, test } from 'vitest'
import { groupsFor, isFoldedFirst, isUnder } from '../../src/app/entries.ts'
import { connectionWords, workWords } from '../../src/app/sync-words.ts'
import { sortRows } from '../../src/rules/sort-rows.ts'
import { failureWords } from '../../src/screens/sign-in/failure-words.ts'
import type { SyncStatus } from '../../src/sync/schedule/status.ts'
import { dirtyForms, markDirty } from '../../src/ui/dirty-forms.ts'
import { boundedZoom, zoomBounds } from '../../src/ui/lightbox-zoom.ts'
import { withNewFiles } from '../../src/ui/same-file.ts'

describe('the sidebar', () => {
  const everyone = [
    'Dashboard /',
    // Ours, with the work.
    'Map /map',
    'Contacts /contacts',
    'Violations /violations',
    'Citations /citations',
    'Complaints /complaints',
    'Inspections /inspections',
    'Permits /permits',
    'Licenses /licenses',
    'Codes /codes',
    'Businesses /businesses',
    'SIR /sir',
    'Helpful Links /Helpful',
    'Vacancy Statuses /vacancy-statuses',
  ]
  const entriesFor = (role: number | null) => groupsFor(role).flatMap(({ entries }) => entries)
  const shown = (role: number | null) => entriesFor(role).map(({ title, to }) => `${title} ${to}`)

  test('only our own group is folded at first, and only for the Admin, whose entries are more than a screen holds', () => {
    const folded = [0, 1, 2, 3].map((role) =>
      groupsFor(role)
        .filter(isFoldedFirst)
        .map(({ title }) => title),
    )
    expect(folded).toEqual([[], [], [], ['Office']])
  })

  test('SH-01 an Admin sees all sixteen entries in order, our map and week with the work, and then our own of the office', () => {
    expect(shown(3)).toEqual([
      ...everyone.slice(0, 2),
      'Week /week',
      ...everyone.slice(2, 12),
      'Users /users',
      'Rooms /rooms',
      'Helpful Links /Helpful',
      'New Address /new-address',
      'Vacancy Statuses /vacancy-statuses',
      'Phones /phones',
      'Under Review /under-review',
      'Duplicates /doubles',
      'Transfer /transfer',
      'Log of Changes /audit',
      'Town settings /town',
      'Verify Files /verify',
    ])
  })

  test.each([
    [0, []],
    [1, ['Verify Files /verify']],
    [
      2,
      [
        'Phones /phones',
        'Under Review /under-review',
        'Duplicates /doubles',
        'Transfer /transfer',
        'Verify Files /verify',
      ],
    ],
  ])('SH-02, SH-03 role %i sees all but Users, Rooms and New Address', (role, ours) => {
    expect(shown(role)).toEqual([...everyone, ...ours])
  })

  test('a detail is marked under the list that it belongs to, and nothing else is', () => {
    const under = (path: string) =>
      groupsFor(3)
        .flatMap(({ entries }) => entries)
        .filter((entry) => isUnder(entry, path))
        .map(({ title }) => title)
    expect(under('/')).toEqual(['Dashboard'])
    expect(under('/violation/7')).toEqual(['Violations'])
    expect(under('/inspections/7/unit/2/area/3')).toEqual(['Inspections'])
    expect(under('/business/3')).toEqual(['Businesses'])
    expect(under('/helpful')).toEqual(['Helpful Links'])
    expect(under('/address/1')).toEqual([])
  })
})

describe('the sync light', () => {
  const idle: SyncStatus = {
    connection: 'online',
    paused: null,
    waiting: 0,
    sending: 0,
    needsYou: 0,
    photosWaiting: 0,
    mayBeTwice: 0,
    sealed: 0,
    lastSentAt: null,
    oldestAt: null,
  }
  const clock = { now: new Date('2026-11-20T20:00:00Z'), zone: 'America/New_York' }
  const work = (change: Partial<SyncStatus>, at = clock) => workWords({ ...idle, ...change }, at).text

  test('the connection is a fact of its own, in words', () => {
    const texts = (['online', 'noSignal', 'serverDown'] as const).map(
      (connection) => connectionWords({ connection }).text,
    )
    expect(texts).toEqual(['Online', 'No signal', 'Server not answering'])
  })

  test('my work: entries that need the user come first, then waiting ones, then sent ones', () => {
    const sentAt = Date.parse('2026-11-20T15:42:00Z')
    expect(work({ isUnread: true })).toBe('Looking for unsent work')
    expect(work({})).toBe('Nothing to send')
    expect(work({ lastSentAt: sentAt })).toBe('All sent 10:42 AM')
    expect(work({ lastSentAt: sentAt }, { ...clock, zone: 'America/Chicago' })).toBe('All sent 9:42 AM')
    const nextDay = { ...clock, now: new Date('2026-11-21T13:00:00Z') }
    expect(work({ lastSentAt: sentAt }, nextDay)).toBe('All sent 11/20/2026, 10:42 AM')
    expect(work({ waiting: 3, photosWaiting: 2, lastSentAt: sentAt })).toBe('Saved, 5 waiting')
    expect(work({ waiting: 3, photosWaiting: 2, sending: 2 })).toBe('Sending 2 of 5')
    expect(work({ waiting: 3, sending: 1, paused: 'signIn' })).toBe('Sign in to send')
    expect(work({ waiting: 3, needsYou: 1, paused: 'signIn' })).toBe('1 needs you')
    expect(work({ needsYou: 3 })).toBe('3 need you')
    expect(work({ sealed: 4, lastSentAt: sentAt })).toBe('4 still sealed')
    expect(work({ sealed: 4, waiting: 2 })).toBe('Saved, 2 waiting')
    expect(work({ mayBeTwice: 1, lastSentAt: sentAt })).toBe('1 maybe twice')
    expect(work({ mayBeTwice: 1, waiting: 2 })).toBe('Saved, 2 waiting')
  })
})

describe('signing in', () => {
  test('SE-07 a wrong password has its own words', () => {
    expect(failureWords({ kind: 'wrong' })).toBe('Incorrect email or password. Please try again.')
  })

  test('SE-08 any other failure has the general words; without signal the cause is added', () => {
    expect(failureWords({ kind: 'failed', detail: 'x' })).toBe('An error occurred. Please try again later.')
    expect(failureWords({ kind: 'noRoom' })).toMatch(/^An error occurred\. Please try again later\. This \w+ is full/)
    expect(failureWords({ kind: 'noSignal' })).toMatch(/^An error occurred\. Please try again later\. .*needs signal/)
  })
})

test('CT-03 sorting: highest first when descending, rows without a value last in both directions, equals as they were', () => {
  const rows = [
    { id: 1, at: null },
    { id: 2, at: '2026-01-02' },
    { id: 3, at: '2026-03-04' },
    { id: 4, at: '2026-01-02' },
  ]
  const ids = (isDescending: boolean) => sortRows(rows, (row) => row.at, isDescending).map((row) => row.id)
  expect(ids(true)).toEqual([3, 2, 4, 1])
  expect(ids(false)).toEqual([2, 4, 3, 1])
  expect(rows.map((row) => row.id)).toEqual([1, 2, 3, 4])
})

test('AD-16 the zoom stays between 0.5 and 6 and counts its steps exactly', () => {
  let zoom = 1
  for (let press = 0; press < 40; press += 1) zoom = boundedZoom(zoom + zoomBounds.button)
  expect(zoom).toBe(6)
  for (let turn = 0; turn < 3; turn += 1) zoom = boundedZoom(zoom - zoomBounds.wheel)
  expect(zoom).toBe(5.7)
  for (let press = 0; press < 40; press += 1) zoom = boundedZoom(zoom - zoomBounds.button)
  expect(zoom).toBe(0.5)
})

test('UN-12, AD-22, CO-12 a file picked twice is there once; same name with another size or date is another file', () => {
  const file = (name: string, text: string, lastModified: number) => new File([text], name, { lastModified })
  const first = file('a.jpg', 'one', 1)
  const all = withNewFiles(
    [first],
    [
      file('a.jpg', 'one', 1),
      file('a.jpg', 'three', 1),
      file('a.jpg', 'one', 2),
      file('b.jpg', 'one', 1),
      file('b.jpg', 'one', 1),
    ],
  )
  expect(all.map((it) => `${it.name} ${it.size} ${it.lastModified}`)).toEqual([
    'a.jpg 3 1',
    'a.jpg 5 1',
    'a.jpg 3 2',
    'b.jpg 3 1',
  ])
  expect(all[0]).toBe(first)
})

test('the page counts as half typed until the last of its forms is saved or gone, by what a reload would do', () => {
  const first = markDirty('kept')
  const second = markDirty('lost')
  expect(dirtyForms()).toBe('lost')
  const third = markDirty('shownOnce')
  expect(dirtyForms()).toBe('shownOnce')
  third()
  second()
  expect(dirtyForms()).toBe('kept')
  first()
  expect(dirtyForms()).toBe(null)
})
