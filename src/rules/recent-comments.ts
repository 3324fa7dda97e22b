import { byText } from './list-order.ts'
import { type NamedPerson, personName } from './person.ts'

/** The fields of a comment that the panel of recent comments reads. */
interface SaidBy {
  user_id?: number | null
  user?: (NamedPerson & { id?: number | null }) | null
}

/** Everybody who commented, as choices by name, else email, in alphabetical order (DB-28). */
export function commenters(rows: readonly SaidBy[]): [id: string, name: string][] {
  const people = new Map<number, string>()
  for (const row of rows) {
    const id = commentAuthor(row)
    const name = personName(row.user, '')
    if (id !== null && (name !== '' || !people.has(id))) people.set(id, name)
  }
  return byText(
    [...people].map(([id, name]): [string, string] => [String(id), name || `User #${id}`]),
    ([, name]) => name,
  )
}

/** The author of a comment; null if unknown. */
export const commentAuthor = ({ user_id, user }: SaidBy): number | null => user_id ?? user?.id ?? null
