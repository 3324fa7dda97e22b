import { byText } from './list-order.ts'
import { type NamedPerson, personName } from './person.ts'

/** A comment as the panel of recent ones reads it. */
interface SaidBy {
  user_id?: number | null
  user?: (NamedPerson & { id?: number | null }) | null
}

/** Everybody who commented, as choices by name, else email, in the order of what they read (DB-28). */
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

/** Who wrote a comment; null where nothing tells. */
export const commentAuthor = ({ user_id, user }: SaidBy): number | null => user_id ?? user?.id ?? null
