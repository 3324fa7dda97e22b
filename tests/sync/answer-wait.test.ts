import { expect, test } from 'vitest'
import { askDueAt, byClockOfToday, hasWaitPassed } from '../../src/sync/entry/answer-wait.ts'

const passed = (since: { at: number; offset: number }, now: number, offset: number) =>
  hasWaitPassed({ now: () => now, doubtWaitMs: 1000 }, since, offset)

test('a lost answer has been waited for when the whole wait is over, and not a moment before', () => {
  expect(passed({ at: 5000, offset: 0 }, 5999, 0)).toBe(false)
  expect(passed({ at: 5000, offset: 0 }, 6000, 0)).toBe(true)
})

test('I22 a wait during which the clock was set proves nothing, however long it seems', () => {
  expect(passed({ at: 5000, offset: 0 }, 600_000, -300_000)).toBe(false)
  expect(passed({ at: 5000, offset: 0 }, 4000, 0)).toBe(false)
})

const due = (since: { at: number; offset: number }, now: number, offset: number) =>
  askDueAt({ now: () => now, doubtWaitMs: 1000 }, since, offset)

test('the server is asked when the wait is over, and at once if the clock was set in between', () => {
  expect(due({ at: 5000, offset: 0 }, 5200, 0)).toBe(6000)
  expect(due({ at: 5000, offset: 0 }, 9000, 0)).toBe(6000)
  expect(due({ at: 5000, offset: 0 }, 5200, -300_000)).toBe(5200)
  expect(due({ at: 5000, offset: 0 }, 4000, 0)).toBe(4000)
})

test('I22 a list is read after the wait by the server’s clock, whatever the device’s was set to', () => {
  // The device was set ten minutes on, so the server's clock is as much behind it.
  const since = byClockOfToday({ at: 5000, offset: 0 }, -600_000)
  expect(due(since, 605_200, -600_000)).toBe(606_000)
  expect(passed({ at: 5000, offset: 0 }, 606_000, -600_000)).toBe(false)
})
