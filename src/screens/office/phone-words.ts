import type { Device } from '../../contract/sync.ts'
import { personName } from '../../rules/person.ts'
import { plural } from '../../rules/text.ts'

type Held = Pick<Device, 'waiting' | 'needsYou' | 'photosWaiting'>

/** Whether the phone has anything that the office has not received. */
export const holdsWork = ({ waiting, needsYou, photosWaiting }: Held): boolean => waiting + needsYou + photosWaiting > 0

/** 'Nothing', or what a phone still has: '7 entries, 3 photos'. */
export const heldText = ({ waiting, needsYou, photosWaiting }: Held): string => {
  // What needs its user has not been sent either.
  const unsent = waiting + needsYou
  const entries = unsent > 0 ? [plural(unsent, 'entry', 'entries')] : []
  const photos = photosWaiting > 0 ? [plural(photosWaiting, 'photo')] : []
  return [...entries, ...photos].join(', ') || 'Nothing'
}

/** 'Ona Sutter, iPhone 1A2B' */
export const phoneName = ({ user, device }: Pick<Device, 'user' | 'device'>): string =>
  `${user ? personName(user) : 'Unknown'}, ${device}`
