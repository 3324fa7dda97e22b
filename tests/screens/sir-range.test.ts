import { expect, test } from 'vitest'
import { coveredDays, laterIsUnknown, sirRange } from '../../src/screens/sir/sir-range.ts'

test('ST-02 the days asked for: both, or the last two weeks', () => {
  const now = new Date('2026-11-21T02:00:00Z')
  const zone = 'America/New_York'
  expect(sirRange('', '', now, zone)).toEqual({
    ...{ from: '', to: '', problem: null },
    text: 'The last two weeks, 11/6/2026 to 11/20/2026',
  })
  expect(sirRange('2026-01-01', '', now, zone)).toMatchObject({
    from: '',
    problem: expect.stringMatching(/end date too/),
  })
  expect(sirRange('x', '2026-01-01', now, zone)).toMatchObject({ to: '', problem: expect.stringMatching(/start date/) })
  expect(sirRange('2026-01-01', '2026-01-31', now, zone)).toEqual({
    ...{ from: '2026-01-01', to: '2026-01-31', problem: null },
    text: '1/1/2026 to 1/31/2026',
  })
  expect(sirRange('2026-02-01', '2026-01-31', now, zone).problem).toMatch(/before the start/)
})

const zone = 'America/New_York'

test('ST-04 figures counted on an earlier day cover no later day; the last two weeks end on the day of counting', () => {
  const counted = new Date('2026-11-16T02:00:00Z')
  expect(coveredDays({ from: '', to: '' }, counted, zone)).toEqual({ from: '2026-11-01', to: '2026-11-15' })
  expect(coveredDays({ from: '2026-11-10', to: '2026-11-30' }, counted, zone)).toEqual({
    from: '2026-11-10',
    to: '2026-11-15',
  })
  expect(coveredDays({ from: '2026-10-01', to: '2026-10-31' }, counted, zone)).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(coveredDays({ from: '2026-11-16', to: '2026-11-30' }, counted, zone)).toBeNull()
})

test('ST-04 figures that may lack work of their last day say when they were counted; others need no words', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const counted = new Date('2026-11-15T14:05:00Z')
  const words = 'Counted on 11/15/2026, 9:05 AM. What came later is not known on this device.'
  expect(laterIsUnknown('2026-11-15', counted, now, zone)).toBe(words)
  expect(laterIsUnknown('2026-11-30', counted, now, zone)).toBe(words)
  expect(laterIsUnknown('2026-11-14', counted, now, zone)).toBe('')
  expect(laterIsUnknown('2026-11-20', new Date('2026-11-20T14:00:00Z'), now, zone)).toBe('')
})
