import { afterEach, expect, test, vi } from 'vitest'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { removeExpired, runPeriodically } from '../../src/server/housekeeping.ts'
import { createLog } from '../../src/server/log.ts'
import { office } from '../harness/office.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a step that fails does not keep the later ones from removing what is too old', async () => {
  const town = await office()
  try {
    // One of the steps needs this table.
    await town.pool.query('drop table passkey_challenges')
    let isAsked = false
    const store: FileStore = {
      ...town.store,
      before: (moment) => {
        isAsked = true
        return town.store.before(moment)
      },
    }
    const log = createLog('silent')
    const warned = vi.spyOn(log, 'warn')
    await removeExpired({ db: town.db, store, config: town.config, log, clock: () => new Date() })
    expect([isAsked, warned.mock.calls.length]).toEqual([true, 1])
  } finally {
    await town.close()
  }
})

test('a stop waits for the work that is under way, but not for ever', async () => {
  vi.useFakeTimers()
  const stop = runPeriodically(() => new Promise(() => undefined), createLog('silent'))
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStopped).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isStopped).toBe(true)
  await stopped
})
