import type { Id } from '../../contract/id.ts'
import type { Violation } from '../../contract/violation.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { distinct } from '../../rules/follow-up.ts'

/** A code section of the violation, about which a follow-up asks. */
export interface Subject {
  /** Its name in the form. */
  key: string
  codeId: Id | null
  name: string
  description: string
  /** The prefix of its photos' names. */
  tag: string
}

/** Every section of a violation; one without sections is asked about as a whole. */
export function subjectsOf({ codes }: Pick<Violation, 'codes'>): Subject[] {
  if (!codes || codes.length === 0)
    return [{ key: 'whole', codeId: null, name: 'The violation as a whole', description: '', tag: 'Whole' }]
  const names = distinct(codes.map((it) => codeLabel(it) || `Code ${it.id}`))
  return codes.map((it, at) => ({
    key: `code${it.id}`,
    codeId: it.id,
    name: names[at] ?? '',
    description: it.description ?? '',
    tag: `Code ${it.id}`,
  }))
}
