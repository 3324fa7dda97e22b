import { plainWords } from './text.ts'
import type { Tone } from './tone.ts'

/** The choices of "Violation found?" (CP-05). */
export const complaintStatuses = ['Pending', 'Violation Found', 'No Violation Found'] as const
type ComplaintStatus = (typeof complaintStatuses)[number]

const choiceOf: ReadonlyMap<string, ComplaintStatus> = new Map([
  ['unsatisfactory', 'Violation Found'],
  ['violation', 'Violation Found'],
  ['violation found', 'Violation Found'],
  ['satisfactory', 'No Violation Found'],
  ['no violation', 'No Violation Found'],
  ['no violation found', 'No Violation Found'],
  ['pending', 'Pending'],
  ['open', 'Pending'],
  ['unknown', 'Pending'],
  ['', 'Pending'],
])

/** A complaint's status as shown: one of the three choices, or the text itself (AD-34). */
export const complaintStatus = (status: string | null | undefined): string =>
  choiceOf.get(plainWords(status)) ?? status ?? 'Pending'

/** The same on the dashboard, where completed, closed and resolved read "Closed" (AD-35, C-07). */
export const dashboardComplaintStatus = (status: string | null | undefined): string =>
  closedWords.has(plainWords(status)) ? 'Closed' : complaintStatus(status)
const closedWords: ReadonlySet<string> = new Set(['completed', 'closed', 'resolved'])

/** Whether the complaint is still waiting for an answer (DB-44, C-32). */
export const isPendingComplaint = (status: string | null | undefined): boolean =>
  dashboardComplaintStatus(status) === 'Pending'

/** The colour of a complaint's badge. */
export const complaintTone = (status: string | null | undefined): Tone => tones[complaintStatus(status)] ?? 'gray'
const tones: Record<string, Tone> = { 'Violation Found': 'red', 'No Violation Found': 'green', Pending: 'yellow' }
