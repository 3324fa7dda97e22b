import type { PeoplePreview } from '../contract/people-file.ts'
import { type BadLine, listFileLimits } from '../contract/town.ts'
import { asWritten } from '../rules/csv.ts'
import { peopleColumns, peopleMapping, personOf } from '../rules/people-file.ts'
import { Refused } from './errors.ts'
import type { Tx } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'
import { fileRows, noColumns } from './town-lists/read-file.ts'

/** What a file of people would add: nobody twice, and no existing user. Throws 422 for a file that cannot be read. */
export const previewPeople = async (tx: Tx, text: string): Promise<PeoplePreview> => {
  const known = new Map(
    (await tx.select({ email: users.email }).from(users)).map(({ email }) => [email.toLowerCase(), email]),
  )
  const bad: BadLine[] = []
  const found: PeoplePreview = { read: 0, people: [], known: [], bad }
  const lineOf = new Map<string, number>()
  for await (const { line, cells } of fileRows(text, bad, listFileLimits.lines)) {
    const mapping = peopleMapping(Object.keys(cells))
    if (!mapping.has('email')) throw new Refused(422, noColumns(peopleColumns, Object.keys(cells)))
    found.read++
    const values = [...mapping].map(([field, column]) => [field, asWritten(cells[column]?.trim() ?? '')] as const)
    const person = personOf(Object.fromEntries(values))
    if (typeof person === 'string') bad.push({ line, problem: person })
    else {
      const email = person.email.toLowerCase()
      const before = lineOf.get(email)
      if (known.has(email)) found.known.push({ line, email: known.get(email) ?? email })
      else if (before !== undefined) bad.push({ line, problem: `has the same email as line ${before}` })
      else found.people.push({ line, ...person })
      lineOf.set(email, before ?? line)
    }
  }
  if (found.read === 0 && bad.length === 0)
    throw new Refused(422, `The file has no lines under its heading (${peopleColumns.join(', ')}).`)
  bad.sort((a, b) => a.line - b.line)
  return found
}
