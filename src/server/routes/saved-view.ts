import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { savedViews as calls, type SavedView, savedViewLimit } from '../../contract/saved-view.ts'
import { type Route, route, type SessionUser } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { userChip } from '../reading/user.ts'
import type { Tx } from '../store/core-tables.ts'
import { savedViews } from '../store/office-tables.ts'
import { users } from '../store/town-tables.ts'

const { id, user_id, page, search, name, shared } = savedViews

/** The calls on saved views of lists. Each returns all views that the person can see. */
export const savedViewRoutes: readonly Route[] = [
  route(calls.list, ({ tx, user }) => viewsFor(tx, user)),

  route(calls.save, async ({ tx, user, body, now }) => {
    const same = and(isOf(user), eq(page, body.page), sql`lower(${name}) = lower(${body.name})`)
    const others = await tx.$count(savedViews, and(isOf(user), sql`not (${same})`))
    if (others >= savedViewLimit)
      throw new Refused(409, `There are ${savedViewLimit} saved views already. Remove one first.`)
    const [changed] = await tx.update(savedViews).set(body).where(same).returning({ id })
    if (!changed) await tx.insert(savedViews).values({ ...body, user_id: user.id, created_at: now })
    return viewsFor(tx, user)
  }),

  route(calls.remove, async ({ tx, user, body }) => {
    const mayRemove = user.role === 3 ? or(isOf(user), savedViews.shared) : isOf(user)
    await tx.delete(savedViews).where(and(eq(savedViews.id, body.id), mayRemove))
    return viewsFor(tx, user)
  }),
]

const isOf = (user: SessionUser): SQL => eq(savedViews.user_id, user.id)

const viewsFor = (tx: Tx, user: SessionUser): Promise<SavedView[]> =>
  tx
    .select({ id, page, search, name, shared, user_id, user: userChip })
    .from(savedViews)
    .leftJoin(users, eq(users.id, savedViews.user_id))
    .where(or(isOf(user), savedViews.shared))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id)
