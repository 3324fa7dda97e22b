import type { Comment } from '../../contract/comment.ts'
import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { alertKindText, inAlertOrder } from '../../rules/alerts.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { isNotInspected } from '../../rules/not-inspected.ts'
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
  /** The comments about visits that could not be made. */
  notMade: readonly Comment[]
}

/** A stop's address, and the contact of an inspection. */
type Met = Placed & { contact_id?: number | null }

/** What is asked of the device about these stops, and a name for it. */
function askedOf(stops: readonly Met[]) {
  const wanted = addressIds(stops)
  const contacts = contactsWithWords(stops).sort((a, b) => a - b)
  return { wanted, contacts, name: `stop facts ${wanted} ${contacts}` }
}

async function readFacts(db: DeviceDatabase, { wanted, contacts, name }: ReturnType<typeof askedOf>) {
  const alerts = db.rows('alert').where('address_id').anyOf(wanted).toArray()
  const units = wanted.map((id) => db.rows('unit').where('address_id').equals(id).count())
  const comments = await db.rows('comment').where('address_id').anyOf(wanted).toArray()
  const ofContacts = await db.rows('contactComment').where('contact_id').anyOf(contacts).toArray()
  const said = ofContacts.map((it) => ({ ...it, content: it.comment }))
  const sentBack = lastSentBack([...comments, ...said])
  return {
    name,
    alerts: await alerts,
    units: await Promise.all(units),
    sentBack,
    notMade: comments.filter(isNotInspected),
  }
}

/** For `useReadAhead`: the read of `useStopFacts`, under its name. */
export async function stopFactsAhead(db: DeviceDatabase, stops: readonly Met[]): Promise<[string, unknown]> {
  const asked = askedOf(stops)
  return [asked.name, await readFacts(db, asked)]
}

/**
 * The facts of these stops by address, in one read; undefined until all of them are known, because a row that grows
 * later would move those below it. Only for the stops in sight: reading hundreds takes longer than the screen may.
 * Facts under 0 are of stops without an address.
 */
export function useStopFacts(stops: readonly Met[]): ReadonlyMap<Id, StopFacts> | undefined {
  const asked = askedOf(stops)
  const { wanted, name } = asked
  const found = useLive((db) => readFacts(db, asked), [name], name)
  // A live query still gives the answer to its last question while it reads the next.
  if (found?.name !== name) return undefined
  const { sentBack } = found
  const alertsAt = groupedBy(
    found.alerts.filter((it) => !it.removed),
    (it) => it.address_id,
  )
  const notMadeAt = groupedBy(found.notMade, (it) => it.address_id)
  const nowhere = [0, { alerts: '', units: '', sentBack, notMade: [] as Comment[] }] as const
  return new Map([
    nowhere,
    ...wanted.map((id, at) => {
      const kinds = inAlertOrder(alertsAt.get(id) ?? []).map((it) => alertKindText(it.kind))
      const count = found.units[at] ?? 0
      return [
        id,
        {
          alerts: [...new Set(kinds)].join(', '),
          units: count > 0 ? plural(count, 'unit') : '',
          sentBack,
          notMade: notMadeAt.get(id) ?? [],
        },
      ] as const
    }),
  ])
}
