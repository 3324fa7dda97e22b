import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { createLog } from '../../src/server/log.ts'
import { TownConfig } from '../../src/server/town-config.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
afterEach(async () => {
  vi.useRealTimers()
  await town.close()
})

test('X108 saved settings are read once more when their change is certain, also after a quiet minute', async () => {
  town = await office()
  vi.useFakeTimers({ toFake: ['performance'] })
  const config = new TownConfig({ db: town.db, config: readConfig({}), log: createLog('silent') })
  // The transaction that changes them is not committed yet.
  config.changing()
  expect((await config.now()).townName).toBe('CodeSoft')
  await town.pool.query(
    `insert into town_settings (name, value, updated_at, updated_by) values ('town_name', '"Elmville"', now(), $1)`,
    [town.people.admin.id],
  )
  vi.advanceTimersByTime(61_000)
  expect((await config.now()).townName).toBe('Elmville')
  const reading = vi.spyOn(config, 'read')
  await config.now()
  expect(reading).not.toHaveBeenCalled()
})
