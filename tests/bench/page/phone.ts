import { DeviceDatabase, databaseName } from '../../../src/db/database.ts'
import { Directory } from '../../../src/db/directory.ts'
import type { Device } from '../../../src/sync/device/device.ts'
import { askTown } from '../../../src/sync/online/ask-town.ts'
import { usualTown } from '../../../src/sync/online/town.ts'
import { deviceFor } from '../../../src/sync/session/open-device.ts'
import { signIn } from '../../../src/sync/session/sign-in.ts'

/** Signs in and opens the engine of this page, whose own runner stays asleep: `run` is called by the figure itself. */
export async function openPhone(email: string, password: string): Promise<Device> {
  const directory = new Directory()
  const fetch = (request: Request) => window.fetch(request)
  const town = await askTown(directory, fetch, location.origin)
  if (!town) throw new Error('The office does not say which town it is')
  const ask = { base: `${location.origin}/api`, townId: town.townId, fetch }
  const result = await signIn(directory, ask, { email, password })
  if (result.kind !== 'signedIn') throw new Error(`Not signed in: ${result.kind}`)
  const db = new DeviceDatabase(databaseName(town.townId, result.person.userId))
  await db.open()
  return deviceFor(db, directory, result.person, town, alone)
}

/** An engine without an office, for what never leaves the device. */
export async function lonelyPhone(name: string): Promise<Device> {
  const db = new DeviceDatabase(name)
  await db.delete()
  await db.open()
  const town = {
    ...usualTown,
    townId: name,
    townName: name,
    doubtWaitMs: 1_000,
  }
  const profile = { id: 1, email: 'ons@town.example', name: 'Ona Sutter', role: 1 as const }
  const person = { userId: 1, townId: name, profile, token: null, tokenEndsAt: null }
  return deviceFor(db, new Directory(), person, town, alone)
}

const alone = { wake: () => undefined, mustClear: () => undefined }
