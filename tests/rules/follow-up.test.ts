import { expect, test } from 'vitest'
import { distinct, followedCode, followUpText, isFollowUp, nextVisit, visitToMove } from '../../src/rules/follow-up.ts'

const zone = 'America/New_York'
/** Monday, 10:00 in the town. */
const now = new Date('2026-11-23T15:00:00Z')

const grass = { name: '50, 1.0: Tall grass', isFixed: true, note: '', photos: [1] }
const rail = { name: '67, 3.1: Handrails', isFixed: false, note: ' Loose at\nthe top. ', photos: [2, 3] }

test('a follow-up reads in plain words, a line for each section, with its photos by number', () => {
  const said = followUpText('2026-11-23', [grass, rail])
  expect(said.split('\n')).toEqual([
    'Follow-up 11/23/2026',
    'Fixed: 50, 1.0: Tall grass (photo 1)',
    'Not fixed: 67, 3.1: Handrails (photos 2, 3). Loose at the top.',
  ])
  expect(isFollowUp(said)).toBe(true)
  expect(isFollowUp(said, '2026-11-23')).toBe(true)
  expect(isFollowUp(said, '2026-11-24')).toBe(false)
  expect(isFollowUp('Follow-up needed')).toBe(false)
})

test('a follow-up’s words on a section are read back, and none of a section with a longer name', () => {
  const said = followUpText('2026-11-23', [grass, rail, { ...grass, name: '50, 1.0: Tall grass and weeds' }])
  expect(followedCode(said, grass.name)).toEqual(grass)
  expect(followedCode(said, rail.name)).toEqual({ ...rail, note: 'Loose at the top.' })
  expect(followedCode(followUpText('2026-11-23', [rail]), '67, 3.1: Hand')).toBeNull()
  expect(followedCode('Tall grass again', grass.name)).toBeNull()
})

test('of two sections with the same label each has its own answer, also in a follow-up of an earlier version', () => {
  const [first = '', second = ''] = distinct([grass.name, grass.name])
  expect([first, second]).toEqual([grass.name, `${grass.name} (2)`])
  const open = { ...grass, isFixed: false, photos: [2] }
  const said = followUpText('2026-11-23', [grass, { ...open, name: second }])
  const saidEarlier = followUpText('2026-11-20', [grass, open])
  for (const it of [said, saidEarlier]) {
    expect(followedCode(it, first)).toEqual(grass)
    expect(followedCode(it, second)).toEqual({ ...open, name: second })
  }
  expect(followedCode(followUpText('2026-11-20', [grass]), second)).toBeNull()
})

test.each([
  [
    'the morning of the earliest deadline to come',
    ['2026-12-20', '2026-12-07T20:00:00Z', '2026-11-01'],
    '2026-12-07T09:00',
  ],
  ['the Monday after a Saturday', ['2026-12-05'], '2026-12-07T09:00'],
  ['the Monday after a Sunday', ['2026-12-06'], '2026-12-07T09:00'],
  // In the town it is still the evening before.
  ['the day in the town, not in Greenwich', ['2026-12-09T02:00:00Z'], '2026-12-08T09:00'],
  [
    'the next working day, where the deadline is later today and the morning has passed',
    ['2026-11-23'],
    '2026-11-24T09:00',
  ],
  ['never, where every deadline has passed', ['2026-11-20'], null],
])('VL-01 the next visit is proposed for %s', (_, deadlines, visit) => {
  expect(
    nextVisit(
      deadlines.map((deadline_date) => ({ deadline_date })),
      now,
      zone,
    ),
  ).toBe(visit)
})

test('VL-01 a next visit proposed on the Friday of the deadline is on Monday, and before nine it is that morning', () => {
  const friday = [{ deadline_date: '2026-11-27' }]
  expect(nextVisit(friday, new Date('2026-11-27T14:00:00Z'), zone)).toBe('2026-11-30T09:00')
  expect(nextVisit(friday, new Date('2026-11-27T13:59:00Z'), zone)).toBe('2026-11-27T09:00')
})

test('the open inspection is the one the violations came from, else one’s own, else any', () => {
  const visits = [
    { id: 1, inspector_id: 8 },
    { id: 2, inspector_id: 7 },
    { id: 3, inspector_id: null },
  ]
  expect(visitToMove(visits, { from: new Set([3]), userId: 7 })?.id).toBe(3)
  expect(visitToMove(visits, { from: new Set(), userId: 7 })?.id).toBe(2)
  expect(visitToMove(visits, { from: new Set(), userId: 9 })?.id).toBe(1)
  expect(visitToMove([], { from: new Set(), userId: 7 })).toBeUndefined()
})
