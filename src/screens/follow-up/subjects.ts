import type { Id } from '../../contract/id.ts'
import type { Violation } from '../../contract/violation.ts'
import { codeLabel } from '../../rules/code-search.ts'

/** What is asked about in a follow-up: a section that the violation names. */
export interface Subject {
  /** Its name in the form. */
  key: string
  codeId: Id | null
  name: string
  description: string
  /** How the names of its photos begin. */
  tag: string
}

/** Every section of a violation; one that names none is asked about as a whole. */
export const subjectsOf = ({ codes }: Pick<Violation, 'codes'>): Subject[] =>
  codes && codes.length > 0
    ? codes.map((it) => ({
        key: `code${it.id}`,
        codeId: it.id,
        name: codeLabel(it) || `Code ${it.id}`,
        description: it.description ?? '',
        tag: `Code ${it.id}`,
      }))
    : [{ key: 'whole', codeId: null, name: 'The violation as a whole', description: '', tag: 'Whole' }]
