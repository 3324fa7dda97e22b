import { type DeviceDatabase, sealedKind } from '../../../db/database.ts'
import type { Device } from '../../device/device.ts'
import type { Opening } from './arrive.ts'

/* The session's access to sealed work. The code that opens it is loaded only if there is any. */

/** Whether there is sealed work on this device. */
export const isAnythingSealed = async (db: DeviceDatabase): Promise<boolean> =>
  (await db.meta.where('name').startsWith(sealedKind).count()) > 0

/** Opens this person's sealed work on this device. `password`: null if none was typed. */
export async function openWaiting(device: Device, password: string | null): Promise<Opening> {
  if (!(await isAnythingSealed(device.db))) return 'opened'
  const { openSealed } = await import('./arrive.ts')
  return openSealed(device, password)
}

/** How long a sign-in waits for its key (ms). On a slow connection the key is finished after the first screen. */
const patienceMs = 5_000

/** Makes the key for the next sign-out while the password is known; null if none was typed. */
export async function readyToSeal(device: Device, password: string | null): Promise<void> {
  const making = import('./arrive.ts').then(({ readySealKey }) => readySealKey(device, password))
  await Promise.race([making, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}
