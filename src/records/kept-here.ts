import type { AlertKind } from '../contract/alert.ts'
import type { AnswerValue } from '../contract/answer.ts'
import type { Id } from '../contract/id.ts'

/*
 * Alerts and answers that are stored on this device alone: the server has no call for them, or has not said yet whether
 * it has. They are stored like half-typed forms, as lists.
 */

/** An alert that only this device has. */
export interface KeptAlert {
  /** Numbered for each address anew. */
  id: Id
  kind: AlertKind
  text: string
  /** Its author. */
  by: string
  /** When it was written (ISO 8601). */
  at: string
}

/** An answer that only this device has. */
export interface KeptAnswer {
  prompt_id: Id
  content: string
  answer: AnswerValue
  /** When it was given (ms); absent in an earlier version. */
  at?: number
}

const alertsHere = 'alerts-here/'
const answersHere = 'answers-here/'

/** Under which name the alerts of an address are kept. */
export const keptAlertsOf = (addressId: Id): string => `${alertsHere}address:${addressId}`

/** Under which name the answers in an area are kept. */
export const keptAnswersOf = (areaId: Id): string => `${answersHere}area:${areaId}`

/** The names of all such lists begin with one of these. */
export const keptLists = [alertsHere, answersHere]

/** The name of the draft of an alert's text. */
export const alertTextDraft = (alertId: Id): string => `alert-text/alert:${alertId}`

/** The same for an alert that only this device has; `address` as in 'address:-12'. */
export const keptAlertTextDraft = (address: string, id: Id): string => `alert-text/${address}/here:${id}`
