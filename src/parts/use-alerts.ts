import type { AlertKind } from '../contract/alert.ts'
import type { Id } from '../contract/id.ts'
import { addAlert, alertsOfAddress, changeAlert } from '../records/alert.ts'
import { inAlertOrder } from '../rules/alerts.ts'
import { personName } from '../rules/person.ts'
import { writtenAt } from '../rules/written-at.ts'
import { usePerform, useRows } from '../sync/react/hooks.ts'
import { useKeptHere } from '../sync/react/kept-here.ts'
import { useUser } from '../sync/react/live.ts'
import { saved } from './use-save.ts'

/** An alert on a page. */
export interface ShownAlert {
  id: Id
  kind: AlertKind
  text: string
  /** Its author; '' if unknown. */
  by: string
  /** When it was written (ISO 8601); null if unknown. */
  at: string | null
}

interface Alerts {
  /** The current alerts, dangerous ones first. */
  alerts: ShownAlert[]
  /** The server has no alerts, so they stay on this phone. */
  areHereOnly: boolean
  /** Saves one at once; resolves to its id, or null if it could not be saved. */
  add(kind: AlertKind): Promise<Id | null>
  /** Changes its text or removes it. */
  change(alert: Pick<ShownAlert, 'id' | 'text'> & { removed: boolean }): Promise<boolean>
  /** The name of the draft of its text. */
  draftOf(id: Id): string
}

/** The alerts of a premise: the town's or, if the server has none, those on this phone. */
export function useAlerts(addressId: Id): Alerts {
  const { takesOurs, value: kept, keep } = useKeptHere<ShownAlert[]>(`alerts-here/address:${addressId}`, [])
  const user = useUser()
  const perform = usePerform()
  const { rows } = useRows(alertsOfAddress(addressId), takesOurs === true)
  if (takesOurs === false)
    return {
      alerts: inAlertOrder(kept),
      areHereOnly: true,
      // Numbered on this phone, and for each address anew.
      draftOf: (id) => `alert-text/address:${addressId}/here:${id}`,
      add(kind) {
        let id = 0
        const added = (kept: ShownAlert[]) => {
          id = 1 + Math.max(0, ...kept.map((it) => it.id))
          return [...kept, { id, kind, text: '', by: personName(user), at: new Date().toISOString() }]
        }
        return saved(() => keep(added).then(() => id))
      },
      async change({ id, text, removed }) {
        const changed = (kept: ShownAlert[]) =>
          removed ? kept.filter((it) => it.id !== id) : kept.map((it) => (it.id === id ? { ...it, text } : it))
        return (await saved(() => keep(changed).then(() => true))) ?? false
      },
    }
  return {
    alerts: inAlertOrder(
      (rows ?? []).map((it) => ({
        id: it.id,
        kind: it.kind,
        text: it.text,
        by: personName(it.user, ''),
        at: writtenAt(it) ?? null,
      })),
    ),
    areHereOnly: false,
    draftOf: (id) => `alert-text/alert:${id}`,
    add: (kind) => saved(() => perform(addAlert, { addressId }, { kind, text: '' })),
    change: async ({ id, text, removed }) =>
      (await saved(() => perform(changeAlert, { alertId: id }, { text, removed }))) !== null,
  }
}
