import { DeviceDatabase, databaseName } from '../../db/database.ts'
import { Directory, type Person } from '../../db/directory.ts'
import type { Reminder } from '../../rules/reminder.ts'
import { knownHere, type Town } from '../online/town.ts'
import { tellOffice } from '../schedule/heartbeat.ts'
import { runUnderLease } from '../schedule/lease.ts'
import { forgetToken } from '../transport/token.ts'
import { deviceFor } from './open-device.ts'
import { remindOnce } from './reminders.ts'
import { endSession, isStillToClear } from './session-end.ts'

/**
 * Sends what waits, from the service worker, with the page closed: the same engine under the same lock. Throws when
 * work is left that a later try could send, so that the platform tries again. Carries out the office's order to clear
 * this device as far as it can.
 */
export const replayInBackground = (isPageOpen: () => Promise<boolean>): Promise<void> =>
  withPerson(async ({ db, directory, person, town }) => {
    let cleared: string | null = null
    const mustClear = (token: string) => {
      cleared = token
    }
    const device = deviceFor(db, directory, person, town, { wake: () => undefined, mustClear })
    // With the order the token stays: an open page must be refused by it too.
    device.tokenRefused = async (token) => {
      if (cleared === null) await forgetToken(directory, person.userId, token)
    }
    // The event itself says that there is signal: the page's back-off from before it counts no more. The platform
    // would wait minutes until it tries again, and gives up after a few times.
    const ran = await runUnderLease(device, true)
    if (cleared !== null) {
      // The code that seals is the page's. One that is open is told the same by its next request; otherwise nobody is
      // signed in from here on, and the next start takes the records away.
      const isLeft = (await isPageOpen()) || !(await isStillToClear(directory, person.userId, cleared))
      if (!isLeft) await endSession(directory, 'cleared')
      return
    }
    if (ran !== 'busy') await tellOffice(device)
    if (ran !== 'busy' && ran.nextAt !== null) throw new Error('Work is still waiting')
  })

/** Reminds the person at this device of what is due, from the service worker, with the page closed. */
export const remindInBackground = (show: (reminder: Reminder) => Promise<void>): Promise<void> =>
  withPerson(({ db, person, town }) =>
    remindOnce({ db, userId: person.userId, zone: town.timeZone, now: Date.now() }, show),
  )

interface Here {
  db: DeviceDatabase
  directory: Directory
  person: Person
  town: Town
}

/** Acts for who is signed in at this device; for nobody it does nothing. */
async function withPerson(act: (here: Here) => Promise<void>): Promise<void> {
  const directory = new Directory()
  const { person, town } = await knownHere(directory)
  if (!person?.token || !town) {
    directory.close()
    return
  }
  const db = new DeviceDatabase(databaseName(person.townId, person.userId))
  try {
    await act({ db, directory, person, town })
  } finally {
    db.close()
    directory.close()
  }
}
