import { emailName } from './email.ts'

/** A person as records contain them. */
export interface NamedPerson {
  name?: string | null
  email?: string | null
}

type MaybePerson = NamedPerson | null | undefined

/** Name, else email, else the given text: comment authors, assignees and their choices (DB-23, CF-14, UN-08). */
export const personName = (person: MaybePerson, otherwise = 'Unknown user'): string =>
  person?.name?.trim() || person?.email?.trim() || otherwise

/** The name of the person with this id, as above; undefined if none of these has it. */
export const nameAmong = (people: readonly (NamedPerson & { id: number })[], id: number | null | undefined) => {
  const person = people.find((it) => it.id === id)
  return person && personName(person)
}

/** Email, else name, else "Unknown": the user of a citation (CT-07). */
export const emailOrName = (person: MaybePerson, otherwise = 'Unknown'): string =>
  person?.email?.trim() || person?.name?.trim() || otherwise

/** The author of a violation's comment: the part of the email before the @, or "User" (VD-11). */
export const violationAuthor = (person: MaybePerson): string => emailName(person?.email) || 'User'

/** The assignee as text, or "Unassigned" (VD-09). */
export const assigneeText = (person: MaybePerson): string => personName(person, 'Unassigned')
