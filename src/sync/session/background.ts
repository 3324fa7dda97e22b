import { DeviceDatabase, databaseName } from '../../db/database.ts'
import { Directory } from '../../db/directory.ts'
import { knownHere } from '../online/town.ts'
import { tellOffice } from '../schedule/heartbeat.ts'
import { runUnderLease } from '../schedule/lease.ts'
import { deviceFor } from './open-device.ts'

/**
 * Sends what waits, from the service worker, with the page closed: the same engine under the same lock. Throws when
 * work is left that a later try could send, so that the platform tries again.
 */
export async function replayInBackground(): Promise<void> {
  const directory = new Directory()
  const { person, town } = await knownHere(directory)
  if (!person?.token || !town) {
    directory.close()
    return
  }
  const db = new DeviceDatabase(databaseName(person.townId, person.userId))
  try {
    // The event itself says that there is signal: the page's back-off from before it counts no more. The platform
    // would wait minutes until it tries again, and gives up after a few times.
    const device = deviceFor(db, directory, person, town, () => undefined)
    const ran = await runUnderLease(device, true)
    if (ran !== 'busy') await tellOffice(device)
    if (ran !== 'busy' && ran.nextAt !== null) throw new Error('Work is still waiting')
  } finally {
    db.close()
    directory.close()
  }
}
