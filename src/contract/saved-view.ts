import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { filledLine, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/** The most views that one person may save. */
export const savedViewLimit = 100

const fields = {
  /** The path of the list: '/violations'. */
  page: z.string().check(z.regex(/^\/[a-z-]{1,60}$/, 'A view belongs to a list')),
  /** Filters, order and columns as in the URL, without '?': 'status=0&q=oak'. */
  search: z.string().check(upTo(textLimits.webAddress)),
  name: filledLine('Enter a name for this view'),
  /** Whether colleagues see it. */
  shared: z.boolean(),
}

/** A named URL of a list. */
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

/** Our extensions. Each returns the person's own views and those that colleagues share, by name. */
export const savedViews = {
  list: get('X86', '/saved-views', z.array(SavedView)),
  /** Replaces the person's own view with the same list and name. */
  save: post('X87', '/saved-views', z.object(fields), z.array(SavedView), { repeat: 'set' }),
  /** Removes the person's own; an Admin may also remove shared ones. */
  remove: post('X88', '/saved-views/remove', z.object({ id: z.int() }), z.array(SavedView), { repeat: 'set' }),
}
