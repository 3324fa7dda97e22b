import type { Device } from '../../contract/sync.ts'
import { plural } from '../../rules/text.ts'

type Held = Pick<Device, 'waiting' | 'needsYou' | 'photosWaiting'>

/** Whether the phone has anything that the office has not received. */
export const holdsWork = ({ waiting, needsYou, photosWaiting }: Held): boolean => waiting + needsYou + photosWaiting > 0

/** 'Nothing', or what a phone still has: '7 entries, 3 photos'. */
export const heldText = ({ waiting, photosWaiting }: Held): string => {
  const entries = waiting > 0 ? [plural(waiting, 'entry', 'entries')] : []
  const photos = photosWaiting > 0 ? [plural(photosWaiting, 'photo')] : []
  return [...entries, ...photos].join(', ') || 'Nothing'
}
