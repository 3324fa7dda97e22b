import type { Id } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { serverIdOf } from '../sync/entry/names.ts'
import { sharedValue } from '../ui/shared-value.ts'

/** An observation of an area between the tap on Save and its transaction. Its photos are read first, and no table has it. */
interface Save {
  areaId: Id
  /** Whether the observation is stored, once its save has ended. Never rejects. */
  isStored: Promise<boolean>
}

const underWay = sharedValue<readonly Save[]>([])

/** The saves under way on this page, live. */
export const useSavesUnderWay = underWay.useValue

/** Runs a save that may take seconds, and lets those who count observations know about it. Null: it was not stored. */
export async function whileSaving<Result>(areaId: Id, save: () => Promise<Result | null>): Promise<Result | null> {
  const running = save()
  const mine: Save = {
    areaId,
    isStored: running.then(
      (it) => it !== null,
      () => false,
    ),
  }
  underWay.set([...underWay.get(), mine])
  try {
    return await running
  } finally {
    underWay.set(underWay.get().filter((it) => it !== mine))
  }
}

/** The saves under way for an inspection. The office may have numbered it and its areas since the tap. */
export async function savesUnderWayIn(
  db: DeviceDatabase,
  inspectionId: Id,
  saves: readonly Save[] = underWay.get(),
): Promise<Save[]> {
  if (saves.length === 0) return []
  const inspection = await serverIdOf(db, 'inspection', inspectionId)
  const isOfIt = async ({ areaId }: Save) => {
    const area = await db.rows('area').get(await serverIdOf(db, 'area', areaId))
    // An area without a row was renumbered in between. Waiting for its observation costs less than leaving it out.
    return !area || (await serverIdOf(db, 'inspection', area.inspection_id)) === inspection
  }
  const found = await Promise.all(saves.map(async (it) => ((await isOfIt(it)) ? it : [])))
  return found.flat()
}
