import { afterEach, expect, test, vi } from 'vitest'
import { isNewer } from '../../src/sync/reconcile/inspect-duplicate.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['America/New_York', 'Asia/Tokyo'])('C-23 a time without a zone is UTC on a phone in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  const since = Date.UTC(2026, 10, 22, 9)
  const row = (created_at: string) => ({ id: 1, created_at })
  expect(isNewer(row('2026-11-22T09:01:00'), { stood: null, since })).toBe(true)
  expect(isNewer(row('2026-11-22T08:59:00'), { stood: null, since })).toBe(false)
})
