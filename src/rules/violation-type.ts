import { titleCase } from './text.ts'

/** The types of a violation, in exactly these words (CF-04). */
export const violationTypes = ['doorhanger', 'Formal Notice'] as const

/** The type of a new violation (CF-04, C-26). */
export const defaultViolationType = 'doorhanger'

/** A type as lists show it: title-cased from snake or kebab case (DB-36); 'Violation' when there is none. */
export const violationTypeText = (type: string | null | undefined): string => titleCase(type) || 'Violation'
