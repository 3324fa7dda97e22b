import type { DeviceDatabase } from '../../../db/database.ts'
import type { Device } from '../../device/device.ts'
import type { Opening } from './arrive.ts'

/*
 * What the session needs of sealed work; the code that opens it is fetched where there is any.
 */

/** Whether anything sealed waits on this device. */
export const isAnythingSealed = async (db: DeviceDatabase): Promise<boolean> =>
  (await db.meta.where('name').startsWith('sealed:').count()) > 0

/** Opens what this person has sealed on this device. `password`: null where none was typed. */
export async function openWaiting(device: Device, password: string | null): Promise<Opening> {
  if (!(await isAnythingSealed(device.db))) return 'opened'
  const { openSealed } = await import('./arrive.ts')
  return openSealed(device, password)
}

/** A sign-in waits at most this long for its key (ms): on a bad line the rest happens beside the first screen. */
const patienceMs = 5_000

/** Makes the key for the next sign-out while the password is known; null where none was typed. */
export async function readyToSeal(device: Device, password: string | null): Promise<void> {
  const making = import('./arrive.ts').then(({ readySealKey }) => readySealKey(device, password))
  await Promise.race([making, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}
