import type { Id } from '../contract/id.ts'
import { users } from '../contract/user.ts'
import { listQuery, oneQuery } from './query.ts'

/** The active inspectors, for assigning (CF-45: if the list fails, it is empty). Not every server says who is active. */
export const onsUsers = () =>
  listQuery('user', users.ons, {}, { only: (row) => row.role === 1 && row.active !== false })

export const allUsers = () => listQuery('user', users.list, {})

export const userById = (userId: Id) => oneQuery('user', users.one, { userId }, userId)
