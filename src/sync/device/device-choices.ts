import { recall, remember } from './local-storage.ts'

/** Days after which a record that nobody opened is deleted from this device; the first is the default. */
export const forgetAfterChoices = [60, 14, 30, 90, 180] as const

/** Settings of this device, for everyone who signs in. */
interface DeviceChoices {
  /** The device belongs to one person: their records stay when they sign out (G-20). */
  isOwn: boolean
  /** Unsent work is sealed at sign-out. */
  seals: boolean
  forgetAfterDays: number
}

/** The settings; by default the device is shared. */
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
