import type { RefObject } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import { bringMissing } from '../../parts/bring-missing.ts'
import { savesUnderWayIn, useSavesUnderWay } from '../../parts/saves-under-way.ts'
import { areasOfInspection } from '../../records/area.ts'
import { observationsOfArea, potentialOfInspection, potentialSeenIn } from '../../records/observation.ts'
import { type Query, queryName } from '../../records/query.ts'
import { undecided } from '../../rules/finish.ts'
import { plural } from '../../rules/text.ts'
import type { Device } from '../../sync/device/device.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePull, useRows } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { confirm } from '../../ui/confirm.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { tellFailure } from '../../ui/toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { recordNumber } from './inspection-place.tsx'

/** How many potential violations of an inspection are not decided yet, from this phone's data. */
async function undecidedIn(db: DeviceDatabase, { id }: Pick<Inspection, 'id'>): Promise<number> {
  const flagged = (await potentialSeenIn(db, id)).map((it) => it.observation)
  const made = await db.rows('violation').where('inspection_id').equals(id).toArray()
  return undecided(flagged, made).length
}

/** undefined while it is read, because nothing may be called decided before. */
export const useUndecided = (inspection: Inspection): number | undefined =>
  useLive((db) => undecidedIn(db, inspection), [inspection.id], `undecided in ${inspection.id}`)

/**
 * Whether this phone knows the flagged observations of an inspection: the office has listed its areas, and those
 * observations or, as the preparation asks for them, all of each area. An area that was made here needs no answer.
 */
async function isHeard(db: DeviceDatabase, { id }: Pick<Inspection, 'id'>): Promise<boolean> {
  const isPulled = async (query: Query) => (await db.pulls.get(queryName(query))) !== undefined
  if (id < 0) return true
  if (!(await isPulled(areasOfInspection(id)))) return false
  if (await isPulled(potentialOfInspection(id))) return true
  for (const area of await db.rows('area').where('inspection_id').equals(id).primaryKeys()) {
    const isMadeHere = area < 0 || (await db.ids.where('[type+server]').equals(['area', area]).count()) > 0
    if (!isMadeHere && !(await isPulled(observationsOfArea(area)))) return false
  }
  return true
}

/** Asks the office for the areas and the flagged observations of an inspection. */
export function useHearing({ id }: Pick<Inspection, 'id'>) {
  const { rows: areas, problem } = useRows(areasOfInspection(id))
  const seen = usePull(potentialOfInspection(id), 'list', true)
  const known = useLive((db) => isHeard(db, { id }), [id], `heard ${id}`)
  // Until an answer fails, the office may still tell what is not heard yet.
  const isAsking = !known && !(seen.problem ?? problem)
  return { areas, seen, isHeard: isAsking ? undefined : known }
}

export const notHeardText = `Not all of this inspection is on this ${deviceWord}.`

/** '2 potential violations are not decided.' */
export const undecidedText = (count: number): string =>
  `${plural(count, 'potential violation')} ${count === 1 ? 'is' : 'are'} not decided.`

/** Somebody who completes an inspection waits no longer than this for the office (ms). */
const askedForMs = 5_000

/** The same for an observation that is being saved: a phone may need this long for a dozen photos. */
const savedForMs = 30_000

const late = <Result>(ms: number, result: Result): Promise<Result> =>
  new Promise((resolve) => setTimeout(() => resolve(result), ms))

/** Asks the office about what this phone never heard of an inspection. */
async function ask(device: Device, { id }: Pick<Inspection, 'id'>): Promise<void> {
  if ((await device.db.fact('connection', 'unknown')) === 'noSignal') return
  await Promise.race([bringMissing(device, [areasOfInspection(id), potentialOfInspection(id)]), late(askedForMs, null)])
}

/** Waits for the observations of an inspection that are being saved; the number of those that are not stored then. */
async function notStoredIn(db: DeviceDatabase, { id }: Pick<Inspection, 'id'>): Promise<number> {
  const saves = await savesUnderWayIn(db, id)
  const stored = await Promise.all(saves.map((it) => Promise.race([it.isStored, late(savedForMs, false)])))
  return stored.filter((it) => !it).length
}

/**
 * Whether the inspection may be completed: if something is not decided, not stored or not known, only after a question.
 * On a page that was left, nothing is asked, for the question would stand over another screen; then it may not.
 */
export async function mayComplete(
  device: Device,
  inspection: Inspection,
  isOpen: Readonly<RefObject<boolean>>,
): Promise<boolean> {
  const { db } = device
  // What is being saved would be neither counted nor sent before the completion.
  const notStored = await notStoredIn(db, inspection)
  if (!(await isHeard(db, inspection))) await ask(device, inspection)
  const isKnown = await isHeard(db, inspection)
  const count = await undecidedIn(db, inspection)
  if (count === 0 && notStored === 0 && isKnown) return true
  if (!isOpen.current) return false
  const left = `${undecidedText(count)} No violation was made of ${count === 1 ? 'it' : 'them'}.`
  const isSure = await confirm({
    title: count > 0 ? 'Complete without a decision?' : titleWithout(notStored),
    text: [!isKnown && notHeardText, notStored > 0 && notStoredText(notStored), count > 0 && left]
      .filter(Boolean)
      .join(' '),
    yes: 'Complete anyway',
    no: 'Go back',
  })
  return isSure && isOpen.current
}

const titleWithout = (notStored: number): string =>
  notStored > 0 ? 'Complete without what is not saved?' : 'Complete without knowing the rest?'

/** '2 observations are not saved yet.' */
const notStoredText = (count: number): string =>
  `${plural(count, 'observation')} ${count === 1 ? 'is' : 'are'} not saved yet.`

/** The same for a choice that counts also after its page was left. Where a question would be needed, a message says so. */
export function useMayComplete(inspection: Inspection): () => Promise<boolean> {
  const { device } = useEngine()
  const isOpen = useIsOpen()
  return async () => {
    const may = await mayComplete(device, inspection, isOpen)
    if (!may && !isOpen.current) tellFailure(leftText(inspection))
    return may
  }
}

const leftText = ({ id }: Inspection): string =>
  `Inspection ${recordNumber(id)} was not completed: a question about it was left unanswered. Complete it again.`

/** The unsent work of an inspection on this phone. */
export interface Waiting {
  entries: number
  photos: number
  /** Observations that are being saved: no entry yet. */
  saving: number
}

/** What must be sent before the inspection can be completed at the office. */
export function useWaiting(inspectionId: Id): Waiting | undefined {
  const saves = useSavesUnderWay()
  // The device's tables do not know them, so the name of the read has to tell them apart.
  const areas = saves.map((it) => it.areaId).join()
  return useLive(
    async (db) => {
      const group = rowName('inspection', inspectionId)
      const all = await db.outbox.filter((it) => it.group === group).toArray()
      const photos = all.filter((it) => it.photo !== null).length
      const saving = (await savesUnderWayIn(db, inspectionId, saves)).length
      return { entries: all.length - photos, photos, saving }
    },
    [inspectionId, areas],
    `work in inspection ${inspectionId} with ${areas}`,
  )
}
