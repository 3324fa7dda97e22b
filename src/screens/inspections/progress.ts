import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { shownPhotos } from '../../parts/photo-match.ts'
import { useAnswers } from '../../parts/use-answers.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { useLive } from '../../sync/react/live.ts'

/** What was done in an area. */
export interface Progress {
  observations: number
  flagged: number
  answered: number
  problems: number
  photos: number
}

/** The progress of each area from this device's rows, read once for all. Null while they are read. */
export const useProgress = (inspectionId: Id, areas: readonly Id[]): ((area: Id) => Progress | undefined) | null => {
  const answers = useAnswers(inspectionId, areas)
  const seen = useLive((db) => seenIn(db, areas), [areas.join()], `seen in ${areas}`)
  if (!answers || !seen) return null
  return (area) => {
    const answered = answers.filter((it) => it.area_id === area)
    const problems = answered.filter((it) => it.answer === 'problem').length
    const here = seen.get(area)
    if (!here && answered.length === 0) return undefined
    return { ...(here ?? nothingSeen), answered: answered.length, problems }
  }
}

const nothingSeen = { observations: 0, flagged: 0, photos: 0 }

async function seenIn(db: DeviceDatabase, areas: readonly Id[]): Promise<Map<Id, typeof nothingSeen>> {
  const rows = await db
    .rows('observation')
    .where('area_id')
    .anyOf([...areas])
    .toArray()
  const owners = rows.map((it): [string, number] => ['observation', it.id])
  const photos = groupedBy(await db.photos.where('[ownerType+ownerId]').anyOf(owners).toArray(), (it) => it.ownerId)
  const counts = new Map<Id, typeof nothingSeen>()
  for (const { id, area_id, potentialvio, photos: theirs } of rows) {
    const now = counts.get(area_id) ?? nothingSeen
    counts.set(area_id, {
      observations: now.observations + 1,
      flagged: now.flagged + (potentialvio ? 1 : 0),
      photos: now.photos + shownPhotos(photos.get(id) ?? [], theirs).length,
    })
  }
  return counts
}
