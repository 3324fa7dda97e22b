import { allUsers } from '../records/user.ts'
import { type NamedPerson, personName } from '../rules/person.ts'
import { useRows } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'

interface Said {
  user_id?: number | null | undefined
  user?: NamedPerson | null | undefined
}

/**
 * The author of a comment. A comment just written here is by the signed-in person, even if this device never received
 * the list of users. Some servers give the author only by id; then the list is requested for `rows`.
 */
export function useAuthor<Row extends Said>(
  nameOf: (person: NamedPerson | null | undefined) => string = personName,
  rows: readonly Row[] = [],
) {
  const me = useUser()
  const isNameless = rows.some(({ user, user_id }) => !user && user_id && user_id !== me.id)
  const { rows: users, pulling } = useRows(allUsers(), isNameless)
  return ({ user, user_id }: Row): string => {
    const known = user ?? (user_id === me.id ? me : users?.find(({ id }) => id === user_id))
    return !known && user_id && pulling ? '...' : nameOf(known)
  }
}
