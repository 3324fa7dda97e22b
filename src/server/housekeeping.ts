import type { Services } from './endpoint.ts'
import { removeOrphans } from './files/orphans.ts'
import { forgetOldKeys } from './idempotency.ts'
import { forgetOldDevices } from './known-devices.ts'
import type { Log } from './log.ts'
import { forgetOldChallenges } from './passkeys.ts'
import { forgetOldSessions } from './sessions.ts'
import { forgetOldSingleSignOns } from './single-sign-on/serve.ts'
import { forgetOldAttempts } from './throttle.ts'

/** How often what is out of date is forgotten. */
const EVERY_MS = 6 * 3_600_000

type HousekeepingServices = Pick<Services, 'db' | 'clock' | 'store' | 'config' | 'log'>

/** Forgets keys, sessions and sign-in windows that nobody can need any more, and files that no record ever named. */
export const removeExpired = async (services: HousekeepingServices): Promise<void> => {
  const { db, clock } = services
  const now = clock()
  await forgetOldKeys(db, now)
  await forgetOldSessions(db, now)
  await forgetOldAttempts(db, now)
  await forgetOldDevices(db, now)
  await forgetOldSingleSignOns(db, now)
  await forgetOldChallenges(db, now)
  await removeOrphans(services)
}

/**
 * Tidies up now and every few hours; several processes may do it at once. Answers how to stop, which waits for a
 * tidying under way.
 */
export const startHousekeeping = (services: HousekeepingServices): (() => Promise<void>) =>
  runPeriodically(() => removeExpired(services), services.log)

/** The same for anything that has to be forgotten now and then. */
export const runPeriodically = (work: () => Promise<void>, log: Log): (() => Promise<void>) => {
  let underWay = Promise.resolve()
  const tidy = () => {
    underWay = work().catch((error) => log.warn({ err: error }, 'could not tidy up'))
  }
  const timer = setInterval(tidy, EVERY_MS)
  timer.unref()
  tidy()
  return () => {
    clearInterval(timer)
    return underWay
  }
}
