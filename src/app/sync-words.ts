import { sinceText } from '../rules/date-text.ts'
import { plural } from '../rules/text.ts'
import type { SyncStatus } from '../sync/schedule/status.ts'
import type { IconName } from '../ui/icon.tsx'
import { deviceIcon, deviceTitle } from '../ui/this-device.ts'

/** A fact in the sync light: text and icon together, and whether it needs attention. */
export interface SyncFact {
  text: string
  icon: IconName
  tone: 'quiet' | 'busy' | 'bad'
}

/** The first fact: whether the server can be reached. */
export const connectionWords = ({ connection }: Pick<SyncStatus, 'connection'>): SyncFact => connections[connection]

const connections: Record<SyncStatus['connection'], SyncFact> = {
  online: { text: 'Online', icon: 'signal', tone: 'quiet' },
  noSignal: { text: 'No signal', icon: 'noSignal', tone: 'busy' },
  serverDown: { text: 'Server not answering', icon: 'server', tone: 'busy' },
  unknown: { text: 'Checking signal', icon: 'signal', tone: 'quiet' },
}

/** The moment, and the zone of the town. */
interface Clock {
  now: Date
  zone: string
}

/**
 * The second fact: the state of my work. What needs the user comes first, then what delays it, then what is being
 * sent.
 */
export const workWords = (status: SyncStatus, { now, zone }: Clock): SyncFact => {
  const unsent = status.waiting + status.photosWaiting
  // Nothing is called sent before the device was read.
  if (status.isUnread) return { text: 'Looking for unsent work', icon: 'ring', tone: 'quiet' }
  if (status.needsYou > 0)
    return { text: plural(status.needsYou, 'needs you', 'need you'), icon: 'warning', tone: 'bad' }
  if (unsent > 0 && status.paused !== null) return pauses[status.paused]
  if (status.sending > 0) return { text: `Sending ${status.sending} of ${unsent}`, icon: 'sending', tone: 'busy' }
  if (unsent > 0) return { text: `Saved, ${unsent} waiting`, icon: deviceIcon, tone: 'busy' }
  if (status.sealed > 0) return { text: `${status.sealed} still sealed`, icon: 'key', tone: 'bad' }
  if (status.mayBeTwice > 0) return { text: `${status.mayBeTwice} maybe twice`, icon: 'warning', tone: 'bad' }
  if (status.lastSentAt === null) return { text: 'Nothing to send', icon: 'done', tone: 'quiet' }
  return { text: `All sent ${sinceText(new Date(status.lastSentAt), now, zone)}`, icon: 'done', tone: 'quiet' }
}

/**
 * Both facts in a few letters, for the phone: what needs the user, then what waits and why, then the signal. '' if the
 * icon alone is enough: everything is sent.
 */
export const pillOf = (status: SyncStatus, clock: Clock): SyncFact => {
  const work = workWords(status, clock)
  const unsent = status.waiting + status.photosWaiting
  const connection = connections[status.connection]
  const isCutOff = status.connection === 'noSignal' || status.connection === 'serverDown'
  if (work.tone === 'bad') return work
  if (unsent > 0 && isCutOff) return { ...connection, text: `${unsent} waiting` }
  if (status.sending > 0) return { ...work, text: `Sending ${unsent}` }
  if (unsent > 0) return { ...work, text: `${unsent} waiting` }
  if (isCutOff) return { ...connection, text: status.connection === 'noSignal' ? 'No signal' : 'No answer' }
  return { ...work, text: '' }
}

const pauses: Record<NonNullable<SyncStatus['paused']>, SyncFact> = {
  signIn: { text: 'Sign in to send', icon: 'key', tone: 'bad' },
  storage: { text: `${deviceTitle} is full`, icon: 'warning', tone: 'bad' },
}
