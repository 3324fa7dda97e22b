import type { EntryState, OutboxEntry } from '../db/outbox.ts'
import { timeText } from '../rules/date-text.ts'
import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'
import { deviceIcon, deviceWord, savedHere } from '../ui/this-device.ts'

/** How unsent work on a record is shown: text, icon and colour, and the server's message if it refused. */
interface EntryWords {
  text: string
  icon: IconName
  tone: Tone
  /** The server's message, or what the user has to decide. */
  detail: string | null
}

/** The text for unsent work in each state. */
const words: Record<EntryState, Omit<EntryWords, 'detail'>> = {
  waiting: { text: savedHere, icon: deviceIcon, tone: 'accent' },
  sending: { text: 'Sending', icon: 'sending', tone: 'accent' },
  inDoubt: { text: 'Checking that it arrived', icon: 'clock', tone: 'yellow' },
  refused: { text: 'Refused', icon: 'cross', tone: 'red' },
  conflict: { text: 'Needs your decision', icon: 'warning', tone: 'red' },
  held: { text: 'Held back', icon: 'pause', tone: 'red' },
}

/** The states by their importance to the user: those that only the user can end come first. */
const byWeight: readonly EntryState[] = ['refused', 'conflict', 'held', 'sending', 'inDoubt', 'waiting']

/** The most important unsent work; undefined if all is sent. */
export const mostUrgent = (entries: readonly OutboxEntry[]): OutboxEntry | undefined =>
  byWeight.flatMap((state) => entries.filter((it) => it.state === state))[0]

/** The text for a record's unsent work; null if all is sent. */
export function entryWords(entries: readonly OutboxEntry[]): EntryWords | null {
  const entry = mostUrgent(entries)
  if (!entry) return null
  return { ...words[entry.state], detail: entry.problem?.detail?.trim() || null }
}

/** 'Status updated 9:05 AM': the time of the inspector's tap (CI-03, CI-04). */
export const statusUpdatedText = (at: number, zone: string): string => `Status updated ${timeText(new Date(at), zone)}`

/** The state of a file's unsent work, with its upload progress. */
export function photoWords(
  entries: readonly OutboxEntry[],
  isVerified: boolean,
  progress: { sent: number; total: number } | undefined,
): EntryWords {
  const said = entryWords(entries)
  if (said === null)
    return isVerified
      ? { text: 'Sent', icon: 'done', tone: 'green', detail: null }
      : { ...words.waiting, text: `On this ${deviceWord}`, detail: null }
  if (said.text === words.sending.text && progress && progress.total > 0)
    return { ...said, text: `Sending ${Math.round((100 * progress.sent) / progress.total)} %` }
  return said
}
