import type { Directory, Person, Whose } from './directory.ts'
import { inTransaction } from './in-transaction.ts'

/*
 * The table of people is keyed by their numbers alone. So a person of another town is set aside when somebody with the
 * same number signs in: the row names the database that holds their unsent work.
 */

const asideKind = 'aside:'
const asideName = ({ townId, userId }: Whose): string => `${asideKind}${townId}/${userId}`

/** All people of this device, those of other towns too. */
export const everybody = (directory: Directory): Promise<Person[]> =>
  inTransaction(directory, 'r', [directory.people, directory.now], async ({ people, now }) => {
    const aside = await now.where('name').startsWith(asideKind).toArray()
    return [...(await people.toArray()), ...aside.map((it) => it.value as Person)]
  })

/** Whether other people have data on this device. */
export const isShared = async (directory: Directory): Promise<boolean> => (await everybody(directory)).length > 1

/** The rest runs in a transaction over these. */
type Tables = Pick<Directory, 'people' | 'now'>

/** A person's row, also if they were set aside. */
export async function personOf({ people, now }: Tables, whose: Whose): Promise<Person | undefined> {
  const row = await people.get(whose.userId)
  if (row?.townId === whose.townId) return row
  return (await now.get(asideName(whose)))?.value as Person | undefined
}

/** Stores a changed row where it was. */
export async function keepPerson({ people, now }: Tables, person: Person): Promise<void> {
  const row = await people.get(person.userId)
  if (row?.townId === person.townId) await people.put(person)
  else await now.put({ name: asideName(person), value: person })
}

/** Deletes a person's row. */
export async function dropPerson({ people, now }: Tables, whose: Whose): Promise<void> {
  const row = await people.get(whose.userId)
  if (row?.townId === whose.townId) await people.delete(whose.userId)
  await now.delete(asideName(whose))
}

/**
 * Makes room for a person who signs in. Returns whether one of another town had their number. That one's session has
 * ended; an interrupted sign-out of theirs is still to be completed.
 */
export async function setAside({ people, now }: Tables, whose: Whose): Promise<boolean> {
  const row = await people.get(whose.userId)
  const isOther = row !== undefined && row.townId !== whose.townId
  if (isOther) await now.put({ name: asideName(row), value: { ...row, token: null, tokenEndsAt: null } })
  await now.delete(asideName(whose))
  return isOther
}
