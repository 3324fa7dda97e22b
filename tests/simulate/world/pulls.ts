import { alertsOfAddress } from '../../../src/records/alert.ts'
import { answersOfInspection } from '../../../src/records/answer.ts'
import { areasOfInspection } from '../../../src/records/area.ts'
import { contactsOfBusiness } from '../../../src/records/business.ts'
import { citationsOfViolation } from '../../../src/records/citation.ts'
import { commentsOfAddress, commentsOfContact, commentsOfUnit } from '../../../src/records/comment.ts'
import { allContacts } from '../../../src/records/contact.ts'
import { inspectionById, pendingInspections } from '../../../src/records/inspection.ts'
import { contactsOfAddress } from '../../../src/records/linked.ts'
import { observationsOfArea } from '../../../src/records/observation.ts'
import type { Query } from '../../../src/records/query.ts'
import { unitsOfAddress } from '../../../src/records/unit.ts'
import { violationsOfAddress } from '../../../src/records/violation.ts'
import { catchUp, refresh } from '../../../src/sync/pull/changes.ts'
import { pullValue } from '../../../src/sync/pull/pull.ts'
import { CallError } from '../../../src/sync/transport/problem.ts'
import type { Known } from './actions.ts'
import type { Stage } from './stage.ts'
import type { Tab } from './tab.ts'

/** A list of records, or an answer that is stored unchanged. */
export interface Asking {
  query: Query
  how: 'pull' | 'pullValue'
}

/** The reads that the screens would send, given the known records. */
export const queriesOf = (known: Known, userId: number): Asking[] => [
  ...(listsOf(known, userId) as unknown as Query[]).map((query) => ({ query, how: 'pull' as const })),
  ...linksOf(known).map((query) => ({ query: query as unknown as Query, how: 'pullValue' as const })),
]

const linksOf = (known: Known) => [
  ...known.addresses.map((id) => contactsOfAddress(id)),
  ...known.businesses.map((id) => contactsOfBusiness(id)),
]

const listsOf = (known: Known, userId: number) => [
  ...known.inspections.flatMap((id) => [inspectionById(id), areasOfInspection(id)]),
  ...known.areas.map((id) => observationsOfArea(id)),
  ...known.addresses.flatMap((id) => [unitsOfAddress(id), violationsOfAddress(id)]),
  pendingInspections(userId),
  allContacts(),
  ...known.addresses.map((id) => commentsOfAddress(id)),
  ...known.units.map((id) => commentsOfUnit(id)),
  ...known.contacts.map((id) => commentsOfContact(id)),
  ...known.violations.map((id) => citationsOfViolation(id)),
  // A server of the documented calls has neither.
  ...(known.takesOurs ? [...known.addresses.map(alertsOfAddress), ...known.inspections.map(answersOfInspection)] : []),
]

/** Opens a screen. Its list is fetched while the story goes on. */
export async function pullSomething(stage: Stage, { a }: { a: number }): Promise<void> {
  const tab = await stage.tab()
  const known = stage.knows
  if (!known) return
  const all = queriesOf(known, stage.userId)
  const asking = all[a % all.length]
  if (asking) void fetched(stage, tab, asking)
}

/** Pulls the changes up to now, and no list. False when that failed. */
export async function caughtUp(stage: Stage, tab: Tab): Promise<boolean> {
  try {
    return (await catchUp(tab.device)) !== null
  } catch (error) {
    if (!(error instanceof CallError)) stage.bug(error, tab)
    return false
  }
}

export async function fetched(stage: Stage, tab: Tab, { query, how }: Asking): Promise<boolean> {
  try {
    await (how === 'pull' ? refresh : pullValue)(tab.device, query)
    return true
  } catch (error) {
    // Without an answer the screen shows the stored records and says so.
    if (!(error instanceof CallError)) stage.bug(error, tab)
    return false
  }
}
