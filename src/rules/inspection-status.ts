import { inspectionStatuses as choices, type InspectionStatus } from '../contract/inspection.ts'
import { plainWords, titleCase } from './text.ts'
import type { Tone } from './tone.ts'

/** The choices of the status selector (CI-01), in their order. Stored statuses are free text (C-08). */
export const inspectionStatuses = choices

type FreeText = string | null | undefined

const choiceOf = new Map<string, InspectionStatus>([
  ...inspectionStatuses.map((status) => [status.toLowerCase(), status] as const),
  ['canceled', 'Cancelled'],
])

/** The choice that a stored status means, whatever its case, blanks or hyphens; null for other text (CI-02). */
export const inspectionChoice = (status: FreeText): InspectionStatus | null => choiceOf.get(plainWords(status)) ?? null

/** A status as it is shown: the choice that it means, else title-cased; Pending when empty (II-03, IL-02, IL-03). */
export const inspectionStatusText = (status: FreeText): string =>
  isBlank(status) ? 'Pending' : (inspectionChoice(status) ?? titleCase(status))

/** Satisfactory or completed is green, Unsatisfactory red, anything else yellow, Cancelled too (AD-33, C-08). */
export const inspectionTone = (status: FreeText): Tone => tones[plainWords(status)] ?? 'yellow'
const tones: Record<string, Tone> = { satisfactory: 'green', completed: 'green', unsatisfactory: 'red' }

/** Was nothing ever saved as its status? A saved "Pending" counts as conducted (CI-03, II-02, C-09). */
export const notYetConducted = (status: FreeText): boolean => isBlank(status)

/** Is there still work to do: no status, Pending, Scheduled, In Progress or Under Review (G-03)? */
export function isPending(status: FreeText): boolean {
  const choice = inspectionChoice(status)
  return isBlank(status) || (choice !== null && choice !== 'Completed' && choice !== 'Cancelled')
}

/** Does the inspection wait for the office to look at it? */
export const isUnderReview = (status: FreeText): boolean => inspectionChoice(status) === 'Under Review'

/** Does this status close the inspection, so that all earlier work on it must be sent before it? */
export const completes = (status: FreeText): boolean => makesRecords(status) || inspectionChoice(status) === 'Cancelled'

/** Does this status make the licence or the permit of the inspection (G-02)? */
export const makesRecords = (status: FreeText): boolean =>
  inspectionChoice(status) === 'Completed' || plainWords(status) === 'satisfactory'

const isBlank = (status: FreeText): boolean => !status?.trim()
