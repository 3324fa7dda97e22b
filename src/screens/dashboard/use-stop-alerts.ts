import type { Id } from '../../contract/id.ts'
import { alertKindText, inAlertOrder } from '../../rules/alerts.ts'
import { useLive } from '../../sync/react/live.ts'
import { addressIds, type Placed } from './use-here.ts'

/** What to know before going to these stops, by their address, in a word or two each: 'Dog, Gate code'. One read for all of them. */
export function useStopAlerts(stops: readonly Placed[]): ReadonlyMap<Id, string> {
  const wanted = addressIds(stops)
  const found = useLive(async (db) => db.rows('alert').where('address_id').anyOf(wanted).toArray(), [wanted.join()])
  const words = new Map<Id, string>()
  for (const id of wanted) {
    const here = inAlertOrder((found ?? []).filter((it) => it.address_id === id && !it.removed))
    if (here.length > 0) words.set(id, [...new Set(here.map((it) => alertKindText(it.kind)))].join(', '))
  }
  return words
}
