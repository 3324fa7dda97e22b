import type { OutboxEntry } from '../../db/outbox.ts'
import { timeText } from '../../rules/date-text.ts'
import { plural, sentence } from '../../rules/text.ts'
import type { SyncStatus } from '../../sync/schedule/status.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { deviceIcon, deviceWord, savedHere } from '../../ui/this-device.ts'
import type { WaitsFor } from './unsent-list.ts'

/** The state of an entry, in words. */
interface StateWords {
  text: string
  icon: IconName
  tone: Tone
  /** What happens next, or what the user has to do. */
  more: string | null
}

interface Around {
  status: Pick<SyncStatus, 'connection' | 'paused'>
  /** Another town is at the address of the one that the work was saved for. */
  isOtherTown: boolean
  waits: WaitsFor
  /** The description of the entry that it waits for, if any. */
  waitsForWords: string | null
  now: number
  /** How long a lost answer stays in doubt (ms). */
  doubtWaitMs: number
  zone: string
}

/** The state of an entry in the user's words, with the server's own message if it refused. */
export function stateWords(entry: OutboxEntry, around: Around): StateWords {
  const detail = entry.problem?.detail ?? null
  switch (entry.state) {
    case 'sending':
      return { text: 'Sending', icon: 'sending', tone: 'accent', more: null }
    case 'inDoubt':
      return { text: 'Not sure it arrived', icon: 'clock', tone: 'yellow', more: lookingAgain(entry, around) }
    case 'refused':
      return {
        text: 'Refused',
        icon: 'cross',
        tone: 'red',
        more: detail !== null && isLostPlace(entry) ? `${sentence(detail)} ${afterRestore}` : detail,
      }
    case 'held':
      return { text: 'Held back', icon: 'pause', tone: 'red', more: detail }
    case 'conflict':
      return entry.problem?.kind === 'doubt'
        ? { text: 'Not sure it arrived', icon: 'warning', tone: 'red', more: detail }
        : { text: 'Changed by somebody else', icon: 'warning', tone: 'red', more: detail }
    case 'waiting':
      return { text: savedHere, icon: deviceIcon, tone: 'accent', more: waitingFor(entry, around) }
  }
}

/** A record that is sent again after a restore, while the record that it belongs to is not there. */
const isLostPlace = ({ former, problem }: OutboxEntry): boolean => former !== undefined && problem?.status === 404

const afterRestore =
  'The office was restored from a backup. Ask it to repeat its merges, undos and transfers since then, and try again after that.'

function lookingAgain(entry: OutboxEntry, { now, doubtWaitMs, status, zone }: Around): string {
  // A list that could not be read is asked for again later (I17).
  const at = Math.max((entry.sentAt ?? now) + doubtWaitMs, entry.nextAt)
  if (status.connection === 'noSignal') return 'Looking again when there is signal'
  return at <= now ? 'Looking again now' : `Looking again at ${timeText(new Date(at), zone)}`
}

function waitingFor(entry: OutboxEntry, { status, isOtherTown, waits, waitsForWords, now, zone }: Around): string {
  if (waits.kind === 'entry') {
    const stuck = ['refused', 'conflict', 'held'].includes(waits.entry.state)
    return `Waiting for “${waitsForWords ?? 'earlier work'}”${stuck ? ', which needs you' : ' to be sent first'}`
  }
  if (waits.kind === 'group')
    return `Waiting for ${plural(waits.count, 'earlier change')} of this inspection to be sent first`
  if (status.paused === 'signIn')
    return isOtherTown ? 'Not sent to the town that is at this address now' : 'Waiting for you to sign in'
  if (status.paused === 'storage') return `Waiting for free space on this ${deviceWord}`
  if (status.connection === 'noSignal') return 'Waiting for signal'
  if (status.connection === 'serverDown') return 'Waiting for the server, which is not answering'
  // Our own server limits the files of a day, and says so.
  if (entry.problem?.kind === 'serverDown' && entry.problem.detail !== '') return `Waiting: ${entry.problem.detail}`
  if (entry.nextAt > now + 1_000) return `Waiting: next try at ${timeText(new Date(entry.nextAt), zone)}`
  return 'Waiting for its turn'
}
