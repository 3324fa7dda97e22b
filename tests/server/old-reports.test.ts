import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Heartbeat, sync } from '../../src/contract/sync.ts'
import { removeExpired } from '../../src/server/housekeeping.ts'
import { createLog } from '../../src/server/log.ts'
import { type Office, office } from '../harness/office.ts'
import { ask } from './routes/ask.ts'

const now = new Date('2026-01-01T12:00:00Z')
let town: Office
beforeEach(async () => {
  town = await office({ clock: () => now })
})
afterEach(() => town.close())

const report = (device: string, held: Partial<Heartbeat>) => {
  const body = { device, waiting: 0, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '1' }
  return ask(town, sync.heartbeat, { body: { ...body, ...held }, as: town.people.ons })
}

/** The phones that the office still sees after so many days, when expired data has been removed. */
const phonesAfter = async (days: number) => {
  const clock = () => new Date(now.getTime() + days * 86_400_000)
  await removeExpired({ db: town.db, store: town.store, config: town.config, log: createLog('silent'), clock })
  // The sessions have ended by then, so the list is not asked for by a call.
  const { rows } = await town.pool.query('select device from device_heartbeats order by device')
  return rows.map(({ device }) => device)
}

test('X3 X8 a phone that is never heard of again leaves the list: with nothing unsent soon, else when nothing of it counts', async () => {
  await report('Phone of before', {})
  await report('Phone that was lost', { waiting: 5, oldestAt: '2026-01-01T11:00:00Z' })
  await report('Phone that was refused', { needsYou: 1, oldestAt: '2026-01-01T11:00:00Z' })
  const holding = ['Phone that was lost', 'Phone that was refused']
  expect(await phonesAfter(89)).toEqual(['Phone of before', ...holding])
  expect(await phonesAfter(91)).toEqual(holding)
  expect(await phonesAfter(399)).toEqual(holding)
  expect(await phonesAfter(401)).toEqual([])
})

test('X3 a report with figures beyond 32 bits does not stop the removal of old reports', async () => {
  const most = Number.MAX_SAFE_INTEGER
  await report('Phone of before', {})
  await report('Phone that counts wrongly', { waiting: most, needsYou: most, photosWaiting: most })
  const seen = await phonesAfter(91)
  expect(seen).toContain('Phone that counts wrongly')
  expect(seen).not.toContain('Phone of before')
})
