import { expect, test } from 'vitest'
import { hasWaitPassed } from '../../src/sync/entry/answer-wait.ts'

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
