import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterMs, retryDelayMs } from '../../src/rules/retry.ts'

test('waits double from 2 seconds, jittered down to half, up to a minute', () => {
  expect([1, 2, 3, 6, 50, 1e9].map((attempts) => retryDelayMs(attempts, 0.999999))).toEqual([
    2000, 4000, 8000, 60_000, 60_000, 60_000,
  ])
  expect([1, 2, 50].map((attempts) => retryDelayMs(attempts, 0))).toEqual([1000, 2000, 30_000])
  expect(retryDelayMs(0, 0.5)).toBe(1500)
})

test('in steady failure at most 2 requests leave in any minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 6, max: 1e6 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, random) => {
        const delay = retryDelayMs(attempts, random)
        return delay >= 30_000 && delay <= 60_000
      },
    ),
  )
})

test('Retry-After is read as seconds or as an HTTP date, and believed up to a day', () => {
  const now = new Date('2026-11-20T09:05:00Z')
  expect(retryAfterMs('120', now)).toBe(120_000)
  expect(retryAfterMs(' 0 ', now)).toBe(0)
  expect(retryAfterMs('Fri, 20 Nov 2026 09:06:30 GMT', now)).toBe(90_000)
  expect(retryAfterMs('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(retryAfterMs('99999999999', now)).toBe(86_400_000)
  for (const header of [null, undefined, '', '-5', '1.5', 'soon', '2026-11-20', 'Fri, 99 Nov 2026 09:06:30 GMT'])
    expect(retryAfterMs(header, now)).toBeNull()
})
