import * as z from 'zod/mini'
import { post } from './endpoint.ts'
import { NewPassword, Role, User, UserFields } from './user.ts'

/** The most people in one file, because each password takes the server a while. */
export const newPeopleLimit = 50

/** The most characters of a file of people. */
const peopleFile = 200_000

/** What a file of people would add. */
const PeoplePreview = z.object({
  read: z.int(),
  people: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      name: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      role: Role,
    }),
  ),
  /** The lines of people who are already users. */
  known: z.array(z.object({ line: z.int(), email: z.string() })),
  bad: z.array(z.object({ line: z.int(), problem: z.string() })),
})
export type PeoplePreview = z.infer<typeof PeoplePreview>

/**
 * Several new users, each with a first password that the asking device has made: no answer carries one. None where
 * passwords are off.
 */
const NewPeople = z.object({
  people: z
    .array(z.object({ ...UserFields.shape, new_password: z.nullish(NewPassword) }))
    .check(
      z.minLength(1, 'There is nobody to add'),
      z.maxLength(newPeopleLimit, `At most ${newPeopleLimit} people can be added at once. Split the file.`),
    ),
})

export const people = {
  /** Our extension: what a file of people (CSV) would add. Changes nothing. */
  preview: post(
    'X100',
    '/users/import/preview',
    z.object({
      text: z.string().check(z.maxLength(peopleFile, 'The file is larger than 200 kB. Split it into several.')),
    }),
    PeoplePreview,
    { repeat: 'set' },
  ),
  /** Our extension: adds all of them, or none. */
  add: post('X101', '/users/import', NewPeople, z.array(User), { repeat: 'unique' }),
}
