import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { people } from '../../contract/people-file.ts'
import { users as calls } from '../../contract/user.ts'
import { type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { isAdminLeft } from '../last-admin.ts'
import { previewPeople } from '../people-file.ts'
import { creationStamps, inserted } from '../reading/created-row.ts'
import { readWindow } from '../reading/page.ts'
import { readUsers } from '../reading/user.ts'
import type { Tx } from '../store/core-tables.ts'
import { users } from '../store/town-tables.ts'

/** Sorted by name, else by email, in any case (C-37). */
const byName: SQL[] = [sql`lower(coalesce(nullif(trim(${users.name}), ''), ${users.email}))`, sql`${users.id}`]

/** The calls on users. Only Admins write (C-21). */
export const userRoutes: readonly Route[] = [
  route(calls.ons, ({ tx }) => readUsers({ tx }, { where: and(eq(users.role, 1), users.active), orderBy: byName })),

  route(calls.list, (ask) =>
    readWindow(ask, users, { ...ask.search, orderBy: byName }, (reading) => readUsers(ask, reading)),
  ),

  route(calls.one, async ({ tx, params }) => found((await readUsers({ tx }, { ids: [params.userId] }))[0], 'User')),

  route(calls.add, async (ask) => {
    const { tx, body } = ask
    await assertFreeEmail(tx, body.email)
    const { id } = inserted(
      await tx
        .insert(users)
        .values({ ...body, ...creationStamps(ask) })
        .returning({ id: users.id }),
    )
    return found((await readUsers({ tx }, { ids: [id] }))[0], 'User')
  }),

  // Its own transaction: a call that changes nothing is not logged and needs no key.
  { ...route(people.preview, ({ tx, body }) => previewPeople(tx, body.text)), ownTransaction: true },

  route(calls.save, async ({ tx, params, body, now }) => {
    const where = eq(users.id, params.userId)
    const [before] = await tx.select().from(users).where(where).for('update')
    found(before, 'User')
    await assertFreeEmail(tx, body.email, params.userId)
    const [saved] = await tx
      .update(users)
      .set({ ...body, updated_at: now })
      .where(where)
      .returning()
    if (before?.role === 3 && !(saved?.role === 3 && saved.active) && !(await isAdminLeft(tx)))
      throw new Refused(409, 'The last Admin cannot be changed to another role or made inactive')
    return found((await readUsers({ tx }, { where }))[0], 'User')
  }),
]

/** An email identifies a user in any case. */
const assertFreeEmail = async (tx: Tx, email: string, userId = 0) => {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, ne(users.id, userId)))
  if (taken) throw new Refused(409, 'A user with this email already exists')
}
