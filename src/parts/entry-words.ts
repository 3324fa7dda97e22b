import type { EntryState, OutboxEntry } from '../db/outbox.ts'
import { timeText } from '../rules/date-text.ts'
import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'

/** How unsent work on a record is shown: word, sign and colour, and the server's own words where it refused. */
interface EntryWords {
  text: string
  icon: IconName
  tone: Tone
  /** What the server said, or what the user has to decide. */
  detail: string | null
}

/** What is said of unsent work in each state. */
const words: Record<EntryState, Omit<EntryWords, 'detail'>> = {
  waiting: { text: 'Saved on this phone', icon: 'phone', tone: 'accent' },
  sending: { text: 'Sending', icon: 'sending', tone: 'accent' },
  inDoubt: { text: 'Checking that it arrived', icon: 'clock', tone: 'yellow' },
  refused: { text: 'Refused', icon: 'cross', tone: 'red' },
  conflict: { text: 'Needs your decision', icon: 'warning', tone: 'red' },
  held: { text: 'Held back', icon: 'pause', tone: 'red' },
}

/** The states in the order in which they matter to the user: what only they can end comes first. */
const byWeight: readonly EntryState[] = ['refused', 'conflict', 'held', 'sending', 'inDoubt', 'waiting']

/** The unsent work that matters most; undefined when all is sent. */
export const mostUrgent = (entries: readonly OutboxEntry[]): OutboxEntry | undefined =>
  byWeight.flatMap((state) => entries.filter((it) => it.state === state))[0]

/** What to say of a record's unsent work; null when all is sent. */
export function entryWords(entries: readonly OutboxEntry[]): EntryWords | null {
  const entry = mostUrgent(entries)
  if (!entry) return null
  return { ...words[entry.state], detail: entry.problem?.detail?.trim() || null }
}

/** 'Status updated 9:05 AM': the time of the inspector's tap (CI-03, CI-04). */
export const statusUpdatedText = (at: number, zone: string): string => `Status updated ${timeText(new Date(at), zone)}`

/** A file's unsent work in words, with how far it is on its way. */
export function photoWords(
  entries: readonly OutboxEntry[],
  isVerified: boolean,
  progress: { sent: number; total: number } | undefined,
): EntryWords {
  const said = entryWords(entries)
  if (said === null)
    return isVerified
      ? { text: 'Sent', icon: 'done', tone: 'green', detail: null }
      : { ...words.waiting, text: 'On this phone', detail: null }
  if (said.text === words.sending.text && progress && progress.total > 0)
    return { ...said, text: `Sending ${Math.round((100 * progress.sent) / progress.total)} %` }
  return said
}
