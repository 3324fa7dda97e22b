import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import { potentialSeenIn } from '../../records/observation.ts'
import { undecided } from '../../rules/finish.ts'
import { plural } from '../../rules/text.ts'
import { useLive } from '../../sync/react/live.ts'
import { confirm } from '../../ui/confirm.tsx'

/** How many potential violations of an inspection are not decided yet, from this phone's data. */
async function undecidedIn(db: DeviceDatabase, { id }: Pick<Inspection, 'id'>): Promise<number> {
  const flagged = (await potentialSeenIn(db, id)).map((it) => it.observation)
  const made = await db.rows('violation').where('inspection_id').equals(id).toArray()
  return undecided(flagged, made).length
}

/** undefined while it is read, because nothing may be called decided before. */
export const useUndecided = (inspection: Inspection): number | undefined =>
  useLive((db) => undecidedIn(db, inspection), [inspection.id], `undecided in ${inspection.id}`)

/** '2 potential violations are not decided.' */
export const undecidedText = (count: number): string =>
  `${plural(count, 'potential violation')} ${count === 1 ? 'is' : 'are'} not decided.`

/** Whether the inspection may be completed: if something is not decided, only after a question. */
export async function mayComplete(db: DeviceDatabase, inspection: Inspection): Promise<boolean> {
  const count = await undecidedIn(db, inspection)
  if (count === 0) return true
  return confirm({
    title: 'Complete without a decision?',
    text: `${undecidedText(count)} No violation was made of ${count === 1 ? 'it' : 'them'}.`,
    yes: 'Complete anyway',
    no: 'Go back',
  })
}

/** The unsent work of an inspection on this phone. */
interface Waiting {
  entries: number
  photos: number
}

/** What must be sent before the inspection can be completed at the office. */
export const useWaiting = (inspectionId: Id): Waiting | undefined =>
  useLive(
    async (db) => {
      const group = rowName('inspection', inspectionId)
      const all = await db.outbox.filter((it) => it.group === group).toArray()
      const photos = all.filter((it) => it.photo !== null).length
      return { entries: all.length - photos, photos }
    },
    [inspectionId],
    `work in inspection ${inspectionId}`,
  )
