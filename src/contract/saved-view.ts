import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { filledLine, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/** How many views one person may save. */
export const savedViewLimit = 100

const fields = {
  /** The path of the list: '/violations'. */
  page: z.string().check(z.regex(/^\/[a-z-]{1,60}$/, 'A view belongs to a list')),
  /** Filters, order and columns as they stand in the address, without '?': 'status=0&q=oak'. */
  search: z.string().check(upTo(textLimits.webAddress)),
  name: filledLine('Enter a name for this view'),
  /** Whether colleagues see it. */
  shared: z.boolean(),
}

/** A name for the address of a list. */
export const SavedView = z.object({
  id: z.int(),
  page: z.string(),
  search: z.string(),
  name: z.string(),
  shared: z.boolean(),
  user_id: idOf('user'),
  user: z.nullish(UserChip),
})
export type SavedView = z.infer<typeof SavedView>

/** Extensions of ours. Each answers one's own views and those that colleagues share, by name. */
export const savedViews = {
  list: get('X86', '/saved-views', z.array(SavedView)),
  /** A view of the same list and name is replaced, where it is one's own. */
  save: post('X87', '/saved-views', z.object(fields), z.array(SavedView), { repeat: 'set' }),
  /** One's own; an Admin also removes what others share. */
  remove: post('X88', '/saved-views/remove', z.object({ id: z.int() }), z.array(SavedView), { repeat: 'set' }),
}
