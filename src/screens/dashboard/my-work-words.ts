import { dateTimeText } from '../../rules/date-text.ts'
import { plural } from '../../rules/text.ts'
import type { SyncStatus } from '../../sync/schedule/status.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { deviceIcon, savedHere } from '../../ui/this-device.ts'

/** The state of the user's own work on the dashboard. */
interface MyWork {
  icon: IconName
  tone: Tone
  text: string
  notes: string[]
}

/** What needs the user comes first, then what waits, then when all was sent. */
export function myWork(status: SyncStatus, zone: string): MyWork {
  const { waiting, photosWaiting, needsYou, sealed, oldestAt, lastSentAt } = status
  if (status.isUnread) return { icon: 'ring', tone: 'gray', text: 'Looking for unsent work', notes: [] }
  const unsent = [
    waiting > 0 && `${plural(waiting, 'change')} waiting to be sent`,
    photosWaiting > 0 && `${plural(photosWaiting, 'photo')} waiting to be sent`,
  ].filter((it) => it !== false)
  const since = oldestAt === null ? [] : [`Oldest from ${dateTimeText(new Date(oldestAt), zone)}`]
  if (needsYou > 0) {
    const text = plural(needsYou, 'needs you', 'need you')
    return { icon: 'warning', tone: 'red', text, notes: [...unsent, ...since] }
  }
  const [first, ...others] = unsent
  if (first) {
    const still = `${savedHere}. You can keep inspecting.`
    return { icon: deviceIcon, tone: 'accent', text: first, notes: [...others, ...since, still] }
  }
  if (sealed > 0)
    return { icon: 'key', tone: 'red', text: `${plural(sealed, 'change')} still sealed`, notes: ['Not sent yet.'] }
  const notes = lastSentAt === null ? [] : [`Last sent ${dateTimeText(new Date(lastSentAt), zone)}`]
  return { icon: 'done', tone: 'green', text: 'Everything is sent.', notes }
}
