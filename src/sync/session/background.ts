import { DeviceDatabase, databaseName } from '../../db/database.ts'
import { Directory, type Person } from '../../db/directory.ts'
import type { Reminder } from '../../rules/reminder.ts'
import { markCleared } from '../device/cleared-mark.ts'
import { closeReminders } from '../device/reminder-notice.ts'
import { knownHere, type Town } from '../online/town.ts'
import { tellOffice } from '../schedule/heartbeat.ts'
import { runUnderLease } from '../schedule/lease.ts'
import { forgetToken } from '../transport/token.ts'
import { deviceFor } from './open-device.ts'
import { remindOnce } from './reminders.ts'
import { endSession, isStillToClear } from './session-end.ts'

/**
 * Sends unsent work from the service worker while no page is open, with the same engine under the same lock. Throws if
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
    // If the order came, the token stays, so that an open page is refused with it too.
    device.tokenRefused = async (token) => {
      if (cleared === null) await forgetToken(directory, person.userId, token)
    }
    // The event itself means that there is signal, so an older back-off of a page no longer applies. The platform
    // would wait minutes before it tries again, and gives up after a few tries.
    const ran = await runUnderLease(device, true)
    if (cleared !== null) {
      // Only a page has the code that seals. An open page gets the same order with its next request. Otherwise the
      // session ends here, and the next start deletes the records.
      const isLeft = (await isPageOpen()) || !(await isStillToClear(directory, person.userId, cleared))
      if (isLeft) return
      // Before the end: a kill in between leaves only a start without a frame.
      await markCleared()
      await endSession(directory, 'cleared', person.userId)
      // The number on the icon goes with the next opening: a worker that removes it can end its pages with it.
      await closeReminders()
      return
    }
    if (ran !== 'busy') await tellOffice(device)
    if (ran !== 'busy' && ran.nextAt !== null) throw new Error('Work is still waiting')
  })

/** Shows the person's reminders from the service worker while no page is open. */
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

/** Acts for the person signed in at this device; does nothing if nobody is. */
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
