import { deviceOrderHeader } from '../../contract/device-order.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { Directory, Person } from '../../db/directory.ts'
import type { Device, Locks } from '../device/device.ts'
import type { Town } from '../online/town.ts'
import { forgetToken, validToken } from '../transport/token.ts'
import { uploadWithProgress } from '../transport/upload.ts'

/**
 * The engine's environment in a browser, for a page or the service worker. `mustClear` is called if the office wants
 * this person's records off the device; the session of that token has ended.
 */
export function deviceFor(
  db: DeviceDatabase,
  directory: Directory,
  person: Person,
  town: Town,
  { wake, mustClear }: { wake: () => void; mustClear: (token: string) => void },
): Device {
  const device: Device = {
    db,
    userId: person.userId,
    base: `${location.origin}/api`,
    fetch: async (request) => {
      const answer = await fetch(request)
      if (answer.headers.has(deviceOrderHeader)) mustClear(request.headers.get('Authorization')?.slice(7) ?? '')
      return answer
    },
    now: () => Date.now(),
    random: () => Math.random(),
    // Absent in old browsers and under some privacy settings, although its declaration says it always exists.
    locks: (navigator.locks as unknown as Locks | undefined) ?? null,
    token: async () => validToken(directory, person.userId, Date.now() + (await db.fact('clockOffsetMs', 0))),
    tokenRefused: (token) => forgetToken(directory, person.userId, token),
    doubtWaitMs: town.doubtWaitMs,
    inFlight: town.inFlight,
    keyed: null,
    upstream: null,
    batches: true,
    wake,
    progress: new Map(),
  }
  return typeof XMLHttpRequest === 'undefined' ? device : { ...device, upload: uploadWithProgress }
}
