import { areasOfInspection } from '../../../src/records/area.ts'
import { allContacts } from '../../../src/records/contact.ts'
import { inspectionById, pendingInspections } from '../../../src/records/inspection.ts'
import { observationsOfArea } from '../../../src/records/observation.ts'
import type { Query } from '../../../src/records/query.ts'
import { unitsOfAddress } from '../../../src/records/unit.ts'
import { violationsOfAddress } from '../../../src/records/violation.ts'
import { CallError } from '../../../src/sync/problem.ts'
import { pull } from '../../../src/sync/pull.ts'
import type { Known } from './deeds.ts'
import type { Stage } from './stage.ts'
import type { Tab } from './tab.ts'

/** What the screens would ask for, given what is known. */
export const queriesOf = (known: Known, userId: number): Query[] =>
  [
    ...known.inspections.flatMap((id) => [inspectionById(id), areasOfInspection(id)]),
    ...known.areas.map((id) => observationsOfArea(id)),
    ...known.addresses.flatMap((id) => [unitsOfAddress(id), violationsOfAddress(id)]),
    pendingInspections(userId),
    allContacts(),
  ] as unknown as Query[]

/** A screen is opened: its list is fetched while the story goes on. */
export async function pullSomething(stage: Stage, { a }: { a: number }): Promise<void> {
  const tab = await stage.tab()
  const known = stage.knows
  if (!known) return
  const all = queriesOf(known, stage.userId)
  const query = all[a % all.length]
  if (query) void fetched(stage, tab, query)
}

export async function fetched(stage: Stage, tab: Tab, query: Query): Promise<boolean> {
  try {
    await pull(tab.device, query)
    return true
  } catch (error) {
    // Without an answer the screen shows what is here, and says so.
    if (!(error instanceof CallError)) stage.bug(error, tab)
    return false
  }
}
