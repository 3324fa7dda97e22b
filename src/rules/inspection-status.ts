import { inspectionStatuses as choices, type InspectionStatus } from '../contract/inspection.ts'
import { plainWords, titleCase } from './text.ts'
import type { Tone } from './tone.ts'

/** The choices of the status selector (CI-01), in order. Stored statuses are free text (C-08). */
export const inspectionStatuses = choices

type FreeText = string | null | undefined

const choiceOf = new Map<string, InspectionStatus>([
  ...inspectionStatuses.map((status) => [status.toLowerCase(), status] as const),
  ['canceled', 'Cancelled'],
])

/** The choice for a stored status, ignoring case, spaces and hyphens; null for other text (CI-02). */
export const inspectionChoice = (status: FreeText): InspectionStatus | null => choiceOf.get(plainWords(status)) ?? null

/** A status as shown: the matching choice, else title-cased; Pending if empty (II-03, IL-02, IL-03). */
export const inspectionStatusText = (status: FreeText): string =>
  isBlank(status) ? 'Pending' : (inspectionChoice(status) ?? titleCase(status))

/** Satisfactory or completed is green, Unsatisfactory red, anything else yellow, including Cancelled (AD-33, C-08). */
export const inspectionTone = (status: FreeText): Tone => tones[plainWords(status)] ?? 'yellow'
const tones: Record<string, Tone> = { satisfactory: 'green', completed: 'green', unsatisfactory: 'red' }

/** Whether no status was ever saved. A saved "Pending" counts as conducted (CI-03, II-02, C-09). */
export const notYetConducted = (status: FreeText): boolean => isBlank(status)

/** Whether there is still work to do: no status, Pending, Scheduled, In Progress or Under Review (G-03). */
export function isPending(status: FreeText): boolean {
  const choice = inspectionChoice(status)
  return isBlank(status) || (choice !== null && choice !== 'Completed' && choice !== 'Cancelled')
}

/** Whether the inspection waits for a review by the office. */
export const isUnderReview = (status: FreeText): boolean => inspectionChoice(status) === 'Under Review'

/** Whether this status closes the inspection, so that all earlier work on it must be sent first. */
export const completes = (status: FreeText): boolean => makesRecords(status) || inspectionChoice(status) === 'Cancelled'

/** Whether this status creates the licence or permit of the inspection (G-02). */
export const makesRecords = (status: FreeText): boolean =>
  inspectionChoice(status) === 'Completed' || plainWords(status) === 'satisfactory'

const isBlank = (status: FreeText): boolean => !status?.trim()
