import { asc, inArray, like, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { people as calls } from '../contract/people-file.ts'
import type { NewPassword, UserFields } from '../contract/user.ts'
import { userLine } from './audit.ts'
import { hashPassword } from './auth.ts'
import type { CallContext } from './endpoint.ts'
import { Refused } from './errors.ts'
import { passwordProblem } from './password-rule.ts'
import { readUsers } from './reading/user.ts'
import { mayHavePassword } from './sign-in-method.ts'
import { auditLog, type Tx } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'

type NewPerson = UserFields & { new_password?: z.infer<typeof NewPassword> | null | undefined }
type NewRow = UserFields & { password_hash: string | null }
type Asking = Pick<CallContext, 'tx' | 'config' | 'now' | 'user' | 'caller' | 'key'>

/**
 * Adds several users, with their first passwords if they may have any: all of them or none. The answer and the log
 * entries contain no password. A repeated call is recognised by its key, which is stored in the users it added.
 */
export const addPeople = async (ask: Asking, people: readonly NewPerson[]) => {
  const { tx: db, config } = ask
  const made = await madeBy(db, ask)
  if (made.length > 0) return readMade(db, made)
  await assertNew(db, people)
  const rows: NewRow[] = []
  // One after the other: each takes much memory on purpose.
  for (const { new_password, ...fields } of people) {
    // Nobody has seen the password that an older app makes where passwords are off.
    if (!new_password || !mayHavePassword(fields.email, config)) {
      rows.push({ ...fields, password_hash: null })
      continue
    }
    const problem = passwordProblem(new_password, { email: fields.email, name: fields.name ?? null })
    if (problem) throw new Refused(422, `${fields.email}: ${problem}`)
    rows.push({ ...fields, password_hash: await hashPassword(new_password, config) })
  }
  const ids = await db.transaction(async (tx) => {
    // Two files at once could add the same user.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    // The same call may have been sent again while the passwords of the first were hashed.
    const madeMeanwhile = await madeBy(tx, ask)
    if (madeMeanwhile.length > 0) return madeMeanwhile
    await assertNew(tx, people)
    return insertAll(tx, ask, rows)
  })
  return readMade(db, ids)
}

const insertAll = async (tx: Tx, ask: Asking, rows: readonly NewRow[]) => {
  const { now, user, key } = ask
  const made = await tx
    .insert(users)
    .values(
      rows.map((row, at) => ({
        ...row,
        created_at: now,
        updated_at: now,
        created_by_key: key === null ? null : `${user.id}:${key}/${at + 1}`,
      })),
    )
    .returning({ id: users.id, email: users.email, role: users.role })
  await tx.insert(auditLog).values(
    made.map(({ id, email, role }) => ({
      ...userLine(ask, { userId: id, call: calls.add }),
      key,
      body: { email, role },
    })),
  )
  return made.map(({ id }) => id)
}

/** The users added by the call with this key; none without a key. */
const madeBy = async (tx: Tx, { key, user }: Asking): Promise<number[]> => {
  if (key === null) return []
  const pattern = `${`${user.id}:${key}`.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}/%`
  const rows = await tx.select({ id: users.id }).from(users).where(like(users.created_by_key, pattern))
  return rows.map(({ id }) => id)
}

const readMade = async (tx: Tx, ids: readonly number[]) =>
  readUsers({ tx }, { where: inArray(users.id, [...ids]), orderBy: [asc(users.id)] })

const assertNew = async (tx: Tx, people: readonly UserFields[]): Promise<void> => {
  const emails = people.map(({ email }) => email.toLowerCase())
  const twice = emails.find((email, at) => emails.indexOf(email) < at)
  if (twice) throw new Refused(422, `${twice} stands there twice. Nobody was added.`)
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(sql`lower(${users.email})`, emails))
  if (taken.length > 0)
    throw new Refused(
      409,
      `${taken.map(({ email }) => email).join(', ')} ${taken.length === 1 ? 'is a user' : 'are users'} already. Nobody was added.`,
    )
}
