import type { User } from '../../contract/user.ts'
import type { Violation } from '../../contract/violation.ts'
import { isId, listOf, type MapFilter } from '../../rules/map-filter.ts'
import { may } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { sectionNumber } from '../../rules/section-number.ts'

interface Known {
  user: Pick<User, 'id' | 'email' | 'name' | 'role'>
  /** The inspectors; undefined until they are read. */
  inspectors: readonly Pick<User, 'id' | 'email' | 'name'>[] | undefined
  /** The code sections of the violations on the map. */
  codes: NonNullable<Violation['codes']>
}

const paths = { complaint: '/complaints', stop: '/inspections', violation: '/violations' } as const

/**
 * The list with the same content as the map, and its filters in the URL; null if no list has it. A list names people
 * and code sections by their text: while an id's text is not known, the list would show more than the map.
 */
export function listLink(filter: MapFilter, { user, inspectors = [], codes }: Known) {
  const list = listOf(filter)
  const person = [user, ...inspectors].find(({ id }) => String(id) === filter.inspector)
  const code = codes.find(({ id }) => String(id) === filter.code)
  if (!list || (isId(filter.inspector) && !person) || (isId(filter.code) && !code)) return null
  const days = list.kind === 'stop' ? { from: filter.from, to: filter.to } : { since: filter.from, until: filter.to }
  const search = {
    ...days,
    ...(person ? ofPerson(list.kind === 'violation', person, user) : { person: filter.inspector }),
    status: list.status,
    source: filter.source,
    q: filter.text.trim(),
    code: code ? sectionNumber(code) : filter.code,
  }
  const filled = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
  return { to: paths[list.kind], search: filled }
}

/** Violations have a filter of their own for each role (VL-04, VL-05). */
function ofPerson(isViolation: boolean, person: Pick<User, 'id' | 'email' | 'name'>, user: Known['user']) {
  if (isViolation && person.id === user.id && may(user.role, 'seeMyViolationsToggle')) return { mine: '1' }
  if (isViolation && may(user.role, 'filterByOnsUser')) return { user: person.email }
  return { person: personName(person) }
}
