import * as z from 'zod/mini'
import { get, patch, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { observedAt, stamps, upTo } from './text.ts'
import { UserChip } from './user.ts'

/** What a person must know before they enter. */
export const alertKinds = ['dog', 'hostile', 'sharps', 'gate', 'other'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The longest text of an alert, in characters: it is read at a glance. */
export const alertTextLimit = 200

/** The text beside the kind; blank for none. */
const alertText = z.string().check(z.trim(), upTo(alertTextLimit))

/** A warning about a premise. A removed one stays in the database and is no longer shown. */
export const PremiseAlert = z.object({
  id: idOf('alert'),
  address_id: idOf('address'),
  kind: z.enum(alertKinds),
  text: z.string(),
  removed: z.boolean(),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  ...observedAt,
  ...stamps,
})
export type PremiseAlert = z.infer<typeof PremiseAlert>

/** Our extensions: the documented calls have no alerts. */
export const alerts = {
  /** Those that are not removed. */
  ofAddress: get('X50', '/addresses/:addressId/alerts', z.array(PremiseAlert)),
  add: post(
    'X51',
    '/addresses/:addressId/alerts',
    z.object({ kind: z.enum(alertKinds), text: alertText, ...observedAt }),
    PremiseAlert,
    { status: 201 },
  ),
  /** Both values at once, so that the last change alone decides. */
  change: patch('X52', '/alerts/:alertId', z.object({ text: alertText, removed: z.boolean() }), PremiseAlert),
}
