import type { Tone } from './tone.ts'

/** The statuses of a violation with their badges (VL-02). */
export const violationStatuses = [
  { value: 0, text: 'Current', tone: 'red' },
  { value: 1, text: 'Resolved', tone: 'green' },
  { value: 2, text: 'Pending Trial', tone: 'yellow' },
  { value: 3, text: 'Dismissed', tone: 'gray' },
] as const satisfies readonly { value: number; text: string; tone: Tone }[]

/** The badge of a violation; an undocumented status reads "Unknown". */
export const violationBadge = (status: number | null | undefined): { text: string; tone: Tone } =>
  violationStatuses.find(({ value }) => value === status) ?? { text: 'Unknown', tone: 'gray' }

/** "Mark as Abated" changes 0 to 1 (VD-04). */
export const canAbate = (status: number | null | undefined): boolean => status === 0

/** "Reopen Violation" changes 1 to 0 (VD-05). */
export const canReopen = (status: number | null | undefined): boolean => status === 1

/** "Add New Citation" is shown only at status 0 (VD-06). */
export const takesCitations = (status: number | null | undefined): boolean => status === 0
