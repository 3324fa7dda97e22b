import type { AlertKind, PremiseAlert } from '../contract/alert.ts'
import type { Id } from '../contract/id.ts'
import { addAlert, alertsOfAddress, changeAlert } from '../records/alert.ts'
import { alertTextDraft, type KeptAlert, keptAlertsOf, keptAlertTextDraft } from '../records/kept-here.ts'
import { inAlertOrder } from '../rules/alerts.ts'
import { personName } from '../rules/person.ts'
import { writtenAt } from '../rules/written-at.ts'
import { clearDraft } from '../sync/entry/drafts.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform, useRows } from '../sync/react/hooks.ts'
import { useKeptHere } from '../sync/react/kept-here.ts'
import { useUser } from '../sync/react/live.ts'
import { saved } from './use-save.ts'

/** An alert on a page. */
export interface ShownAlert {
  id: Id
  /** Only this phone has it, and `id` is its number there. */
  isHere: boolean
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
  /** Saves one at once; null if it could not be saved. */
  add(kind: AlertKind): Promise<ShownAlert | null>
  /** Changes its text or removes it. */
  change(alert: ShownAlert & { removed: boolean }): Promise<boolean>
  /** The name of the draft of its text. */
  draftOf(alert: ShownAlert): string
}

/** The alerts of a premise: the town's, and those that only this phone has. */
export function useAlerts(addressId: Id): Alerts {
  const { takesOurs, value, isToBeKept, keep } = useKeptHere<KeptAlert[]>(keptAlertsOf(addressId), [])
  const user = useUser()
  const { device } = useEngine()
  const perform = usePerform()
  const { rows } = useRows(alertsOfAddress(addressId), takesOurs === true)
  const draftOf = ({ id, isHere }: ShownAlert) =>
    isHere ? keptAlertTextDraft(`address:${addressId}`, id) : alertTextDraft(id)

  const add = async (kind: AlertKind): Promise<ShownAlert> => {
    const made = { kind, text: '', by: personName(user), at: new Date(device.now()).toISOString() }
    if (!(await isToBeKept()))
      return { ...made, isHere: false, id: await perform(addAlert, { addressId }, { kind, text: '' }) }
    let id = 0
    await keep((kept) => {
      id = 1 + Math.max(0, ...kept.map((it) => it.id))
      return [...kept, { ...made, id }]
    })
    return { ...made, isHere: true, id }
  }

  const change = async (alert: Parameters<Alerts['change']>[0]): Promise<true> => {
    const { id, at, text, removed } = alert
    // It may have been queued since the page showed it.
    const isKept = alert.isHere && (await isToBeKept())
    const alertId = alert.isHere && !isKept ? await idSince(at ?? '') : id
    if (isKept || alertId === undefined) {
      const isMeant = (it: KeptAlert) => it.id === id && it.at === at
      await keep((kept) =>
        removed ? kept.filter((it) => !isMeant(it)) : kept.map((it) => (isMeant(it) ? { ...it, text } : it)),
      )
      return true
    }
    await perform(changeAlert, { alertId }, { text, removed })
    if (alert.isHere) await clearDraft(device.db, alertTextDraft(alertId))
    return true
  }
  const idSince = async (at: string) => (await import('../sync/capture/perform-kept.ts')).performedAs(device.db, at)

  return {
    alerts: inAlertOrder([...value.map((it) => ({ ...it, isHere: true })), ...(rows ?? []).map(shown)]),
    areHereOnly: takesOurs === false,
    draftOf,
    add: (kind) => saved(() => add(kind)),
    change: async (alert) => (await saved(() => change(alert))) ?? false,
  }
}

const shown = (row: PremiseAlert): ShownAlert => ({
  id: row.id,
  isHere: false,
  kind: row.kind,
  text: row.text,
  by: personName(row.user, ''),
  at: writtenAt(row) ?? null,
})
