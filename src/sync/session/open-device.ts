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
  // The office's order is told once, on whatever the phone asks next.
  const obey = (answer: Response, authorization: string | null | undefined) => {
    if (answer.headers.has(deviceOrderHeader)) mustClear(authorization?.slice(7) ?? '')
    return answer
  }
  const device: Device = {
    db,
    userId: person.userId,
    base: `${location.origin}/api`,
    fetch: async (request) => obey(await fetch(request), request.headers.get('Authorization')),
    now: () => Date.now(),
    random: () => Math.random(),
    // Absent in old browsers and under some privacy settings, although its declaration says it always exists.
    locks: (navigator.locks as unknown as Locks | undefined) ?? null,
    token: async () => validToken(directory, person, Date.now() + (await db.fact('clockOffsetMs', 0))),
    tokenRefused: (token) => forgetToken(directory, person.userId, token),
    doubtWaitMs: town.doubtWaitMs,
    inFlight: town.inFlight,
    keyed: null,
    upstream: null,
    batches: true,
    wake,
    progress: new Map(),
  }
  if (typeof XMLHttpRequest === 'undefined') return device
  return {
    ...device,
    upload: async (request, progress) =>
      obey(await uploadWithProgress(request, progress), request.headers.Authorization),
  }
}
