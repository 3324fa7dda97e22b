import type { CitationStatus } from '../contract/citation.ts'
import { plainWords } from './text.ts'
import type { Tone } from './tone.ts'

/** The statuses of a citation (CT-05), with the colours of their badges. */
export const citationStatuses = [
  { value: 0, text: 'Unpaid', tone: 'red' },
  { value: 1, text: 'Paid', tone: 'green' },
  { value: 2, text: 'Pending Trial', tone: 'yellow' },
  { value: 3, text: 'Dismissed', tone: 'gray' },
] as const satisfies readonly { value: CitationStatus; text: string; tone: Tone }[]

/** The badge of a citation; any other value shows "Unknown" (CT-05). */
export const citationBadge = (status: number | null | undefined): { text: string; tone: Tone } =>
  citationStatuses.find(({ value }) => value === status) ?? { text: 'Unknown', tone: 'gray' }

/** Field names under which servers have been seen to send the status, the documented one first (CT-06). */
const statusFields = ['status', 'citation_status', 'status_id', 'status_code', 'payment_status', 'state'] as const

/** A citation's status, also from other field names, from digits as text and from labels (CT-06); null if unknown. */
export function citationStatusOf(row: Readonly<Record<string, unknown>>): CitationStatus | null {
  for (const field of statusFields) {
    const status = readStatus(row[field])
    if (status !== null) return status
  }
  return null
}

function readStatus(value: unknown): CitationStatus | null {
  const text = typeof value === 'string' ? plainWords(value) : String(value)
  return citationStatuses.find((it) => text === String(it.value) || text === it.text.toLowerCase())?.value ?? null
}
