import type { ViolationType } from '../contract/violation.ts'
import { numbered, titleCase } from './text.ts'

/** The type of a new violation (CF-04, C-26). */
export const defaultViolationType: ViolationType = 'doorhanger'

/** A type as lists show it: title-cased from snake or kebab case (DB-36); 'Violation' if there is none. */
export const violationTypeText = (type: string | null | undefined): string => titleCase(type) || 'Violation'

/** 'Doorhanger #12': a violation by its type and number; without a number until the office has assigned one. */
export const violationTitle = ({ violation_type, id }: { violation_type?: string | null; id: number }): string =>
  numbered(violationTypeText(violation_type), id)
