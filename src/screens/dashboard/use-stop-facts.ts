import type { Id } from '../../contract/id.ts'
import { alertKindText, inAlertOrder } from '../../rules/alerts.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { addressIds, type Placed } from '../../rules/point.ts'
import { contactsWithWords, lastSentBack } from '../../rules/send-back.ts'
import { plural } from '../../rules/text.ts'
import { useLive } from '../../sync/react/live.ts'

/** What this device knows about a stop's address. */
export interface StopFacts {
  /** In a word or two each: 'Dog, Gate code'; '' for none. */
  alerts: string
  /** '6 units'; '' where none are known. */
  units: string
  /** Why the office sent inspections back, by their numbers. */
  sentBack: ReadonlyMap<Id, string>
}

/** A stop's address, and the contact of an inspection. */
type Met = Placed & { contact_id?: number | null }

/**
 * The facts of these stops by address, in one read; undefined until all of them are known, because a row that grows
 * later would move those below it. Only for the stops in sight: reading hundreds takes longer than the screen may.
 * Facts under 0 are of stops without an address.
 */
export function useStopFacts(stops: readonly Met[]): ReadonlyMap<Id, StopFacts> | undefined {
  const wanted = addressIds(stops)
  const contacts = contactsWithWords(stops).sort((a, b) => a - b)
  const asked = `${wanted} ${contacts}`
  const found = useLive(
    async (db) => {
      const alerts = db.rows('alert').where('address_id').anyOf(wanted).toArray()
      const units = wanted.map((id) => db.rows('unit').where('address_id').equals(id).count())
      const comments = await db.rows('comment').where('address_id').anyOf(wanted).toArray()
      const ofContacts = await db.rows('contactComment').where('contact_id').anyOf(contacts).toArray()
      const said = ofContacts.map(({ comment, created_at }) => ({ content: comment, created_at }))
      const sentBack = lastSentBack([...comments, ...said])
      return { asked, alerts: await alerts, units: await Promise.all(units), sentBack }
    },
    [asked],
  )
  // A live query still gives the answer to its last question while it reads the next.
  if (!found || found.asked !== asked) return undefined
  const { sentBack } = found
  const alertsAt = groupedBy(
    found.alerts.filter((it) => !it.removed),
    (it) => it.address_id,
  )
  const nowhere = [0, { alerts: '', units: '', sentBack }] as const
  return new Map([
    nowhere,
    ...wanted.map((id, at) => {
      const kinds = inAlertOrder(alertsAt.get(id) ?? []).map((it) => alertKindText(it.kind))
      const count = found.units[at] ?? 0
      return [
        id,
        { alerts: [...new Set(kinds)].join(', '), units: count > 0 ? plural(count, 'unit') : '', sentBack },
      ] as const
    }),
  ])
}
