import { recall, remember } from './local-storage.ts'

/** After how many days a record that nobody looked at leaves this device; the first is the usual one. */
export const forgetAfterChoices = [60, 14, 30, 90, 180] as const

/** What people have chosen for this device, whoever is signed in. */
interface DeviceChoices {
  /** The device belongs to one person: their records stay when they sign out (G-20). */
  isOwn: boolean
  /** Unsent work is sealed at sign-out. */
  seals: boolean
  forgetAfterDays: number
}

/** The choices; without any, the device is a shared one. */
export function deviceChoices(): DeviceChoices {
  const days = Number(recall('forget-after-days'))
  return {
    isOwn: recall('own-device') === 'yes',
    seals: recall('seal') !== 'no',
    forgetAfterDays: forgetAfterChoices.find((it) => it === days) ?? forgetAfterChoices[0],
  }
}

/** Changes some of the choices. */
export function chooseForDevice({ isOwn, seals, forgetAfterDays }: Partial<DeviceChoices>): void {
  if (isOwn !== undefined) remember('own-device', isOwn ? 'yes' : 'no')
  if (seals !== undefined) remember('seal', seals ? 'yes' : 'no')
  if (forgetAfterDays !== undefined) remember('forget-after-days', String(forgetAfterDays))
}
