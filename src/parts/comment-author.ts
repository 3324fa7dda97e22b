import { type Person, personName } from '../rules/person.ts'
import { useUser } from '../sync/react.ts'

interface Said {
  user_id?: number | null
  user?: Person | null
}

/**
 * Who wrote a comment: what was written here a moment ago is by whoever is signed in, even where this device has never
 * heard the town's list of users.
 */
export function useAuthor<Row extends Said>(nameOf: (person: Person | null | undefined) => string = personName) {
  const me = useUser()
  return (row: Row): string => nameOf(row.user ?? (row.user_id === me.id ? me : null))
}
