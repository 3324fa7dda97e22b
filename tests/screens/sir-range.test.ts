import { expect, test } from 'vitest'
import { sirRange } from '../../src/screens/sir/sir-range.ts'

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
