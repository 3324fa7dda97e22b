import { sealLog } from './audit-chain.ts'
import type { Services } from './endpoint.ts'
import { removeOrphans } from './files/orphans.ts'
import { forgetOldKeys } from './idempotency.ts'
import { forgetOldDevices } from './known-devices.ts'
import type { Log } from './log.ts'
import { forgetOldReports } from './old-reports.ts'
import { forgetOldChallenges } from './passkeys.ts'
import { forgetOldSessions } from './sessions.ts'
import { forgetOldSingleSignOns } from './single-sign-on/serve.ts'
import { forgetOldAttempts } from './throttle.ts'

/** How often expired data is removed. */
const EVERY_MS = 6 * 3_600_000
/** How long a change may be in the log before it is sealed. */
const SEALED_WITHIN_MS = 10_000

type HousekeepingServices = Pick<Services, 'db' | 'clock' | 'store' | 'config' | 'log'>

const forgetOld = [
  forgetOldKeys,
  forgetOldSessions,
  forgetOldAttempts,
  forgetOldDevices,
  forgetOldSingleSignOns,
  forgetOldChallenges,
  forgetOldReports,
]

/**
 * Deletes expired keys, sessions, sign-in counters and reports of phones, and files that no record names. A failed step
 * stops no other.
 */
export const removeExpired = async (services: HousekeepingServices): Promise<void> => {
  const { db, clock, log } = services
  const now = clock()
  for (const forget of forgetOld) await tried(() => forget(db, now), log)
  await tried(() => removeOrphans(services), log)
}

const tried = async (step: () => Promise<unknown>, log: Log): Promise<void> => {
  try {
    await step()
  } catch (error) {
    log.warn({ err: error }, 'could not tidy up')
  }
}

/**
 * Runs `removeExpired` now and every few hours. Several processes may do so at once. Returns a function that stops it
 * and waits a while for the current run.
 */
export const startHousekeeping = (services: HousekeepingServices): (() => Promise<void>) =>
  runPeriodically(() => removeExpired(services), services.log)

/** Keeps sealing the log of changes. */
export const startSealing = ({ db, clock, log }: HousekeepingServices): (() => Promise<void>) =>
  runPeriodically(async () => void (await sealLog(db, clock())), log, SEALED_WITHIN_MS)

/** How long a stop waits for a run that is under way. The rest is done after the next start. */
const STOP_MS = 10_000

/** Runs a task now and then at intervals, like `startHousekeeping`. */
export const runPeriodically = (work: () => Promise<void>, log: Log, everyMs = EVERY_MS): (() => Promise<void>) => {
  let underWay = Promise.resolve()
  const tidy = () => {
    underWay = underWay.then(() => tried(work, log))
  }
  const timer = setInterval(tidy, everyMs)
  timer.unref()
  tidy()
  return () => {
    clearInterval(timer)
    return Promise.race([underWay, new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref())])
  }
}
