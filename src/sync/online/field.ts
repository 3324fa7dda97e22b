import type { Inspection } from '../../contract/inspection.ts'
import type { Photo } from '../../contract/photo.ts'
import { againIfAborted, wasCutOff } from '../../db/again-if-aborted.ts'
import type { Pack } from '../../db/database.ts'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { addressById } from '../../records/address.ts'
import { alertsOfAddress } from '../../records/alert.ts'
import { answersOfInspection } from '../../records/answer.ts'
import { areasOfInspection } from '../../records/area.ts'
import { codeBook, codeSynonyms, townPhrases } from '../../records/code.ts'
import { allContacts } from '../../records/contact.ts'
import { inspectionById, inspectionFiles, pendingInspections } from '../../records/inspection.ts'
import { observationsOfArea } from '../../records/observation.ts'
import { type Query, rowsOf } from '../../records/query.ts'
import { allRooms, promptsOfRoom } from '../../records/room.ts'
import { servicesOfAddress } from '../../records/service.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { onsUsers } from '../../records/user.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { townZone } from '../../rules/dates.ts'
import { hasNoRoom } from '../capture/make-room.ts'
import { type Device, isOurs } from '../device/device.ts'
import { fileSizes, forgetUnneededFiles } from '../device/prepared-files.ts'
import { recheckPacks } from '../device/recheck-packs.ts'
import { noteIfRoom } from '../entry/journal.ts'
import { refresh } from '../pull/changes.ts'
import { pull, pullValue } from '../pull/pull.ts'
import { CallError, problemText } from '../transport/problem.ts'
import { problemOfKind } from '../transport/server-kind.ts'
import type { AddressSearch } from './address-search.ts'
import { fetchComments } from './field-comments.ts'
import { fetchPapers, type PaperRoom, paperRoom } from './field-papers.ts'
import { fetchPictures, filesIn, type Keeping } from './field-pictures.ts'
import { fetchOpenViolations, fetchPlace, placesToFollowUp } from './field-violations.ts'
import { packName, placePackName, placePackTitle, sharedPacks } from './pack-name.ts'
import { severalAtOnce } from './several.ts'
import { type StillIn, stillIn } from './still-in.ts'

/** One part of the preparation. */
interface Job {
  name: string
  title?: string
  /** Adds the paths of its cached files to `files`, and returns what it says about them, if it can have any. */
  fetch(files: Keeping['files']): Promise<CountsOfPack | undefined>
}

/** What a part says about its files. */
type CountsOfPack = Pick<Pack, 'pictures' | 'papers'>

/** The progress of the preparation. `of` counts inspections, addresses to follow up, and shared lists. */
export interface FieldProgress {
  ready: number
  of: number
  now: string
}

/**
 * Downloads everything for a day without signal: the person's open inspections with address, units, areas, earlier
 * observations, open violations, comments and files with pictures and small PDF files; the other addresses where their
 * violations become due; and the shared lists. A pack is ready only when all of it is here. One that fails says why,
 * and the others go on. Throws CallError if not even the list of work can be fetched, and at the end the storage's error
 * if something found no room on the device. After a sign-out, perhaps in another tab, it keeps nothing more, and
 * ends with CallError.
 */
export async function prepareField(
  device: Device,
  book: AddressSearch,
  tell: (progress: FieldProgress) => void,
  zone: string = townZone,
): Promise<Pack[]> {
  const { db, userId } = device
  const check = await stillIn(db)
  // What is fetched depends on it, and a part is not to be called ready without the alerts.
  if (device.keyed === null) await learnKindOrThrow(device)
  const work = pendingInspections(userId)
  // With the changes, so that all later ones are known by the next answer.
  await againIfAborted(() => refresh(device, work))
  const inspections = await rowsOf(db, work)
  const packs: Pack[] = []
  const places = await placesToFollowUp(device, new Set(inspections.map((it) => it.address_id)), zone)
  const of = inspections.length + sharedPacks.length + places.length
  const room = paperRoom()
  const jobs: Job[] = [
    ...sharedJobs(device, book, check),
    ...inspections.map((it) => ({
      name: packName(it.id),
      fetch: async (files: Keeping['files']) =>
        fetchFiles(device, await fetchInspection(device, it), room, { check, files }),
    })),
    ...places.map((it) => ({
      name: placePackName(it.addressId),
      title: placePackTitle(it.combadd),
      fetch: async (files: Keeping['files']) =>
        fetchFiles(device, await fetchPlace(device, it.addressId), room, { check, files }),
    })),
  ]
  const full: unknown[] = []
  await severalAtOnce(jobs, async (job) => {
    const now = job.title ?? job.name
    tell({ ready: packs.length, of, now })
    try {
      const pack = await fetchPack(device, job, full)
      await inRepeatableWrite(db, [db.packs, db.meta], async (db) => {
        await check(db)
        await db.packs.put(pack)
      })
      packs.push(pack)
    } catch (error) {
      // Nobody waits for the others any more.
      jobs.length = 0
      throw isDatabaseClosed(error) ? new CallError({ kind: 'signedOut' }) : error
    }
    tell({ ready: packs.length, of, now })
  })
  await againIfAborted(() => dropOldPacks(device, new Set(packs.map((it) => it.name))))
  // A photo taken meanwhile may have needed the room.
  await recheckPacks(db)
  await noteIfRoom(db, device.now(), 'prepared', { packs: packs.length, ready: packs.filter((it) => it.ready).length })
  if (full.length > 0) throw full[0]
  return packs
}

async function learnKindOrThrow(device: Device): Promise<void> {
  const problem = await problemOfKind(device)
  if (problem) throw new CallError(problem)
}

/** Fetches one part, again if the browser aborts it. An error for lack of room is added to `full`. */
async function fetchPack(device: Device, { name, title, fetch }: Job, full: unknown[]): Promise<Pack> {
  const named = { name, ...(title && { title }) }
  const files = { thumb: new Set<string>(), full: new Set<string>() }
  const noted = () =>
    files.thumb.size + files.full.size > 0 && { files: { thumb: [...files.thumb], full: [...files.full] } }
  // What it had before stays until it is prepared again.
  const failed = async (problem: string): Promise<Pack> => {
    const before = (await device.db.packs.get(name))?.files
    for (const size of fileSizes) for (const path of before?.[size] ?? []) files[size].add(path)
    return { ...named, ready: false, at: device.now(), problem, ...noted() }
  }
  try {
    const counts = await againIfAborted(() => fetch(files))
    return { ...named, ready: true, at: device.now(), problem: null, ...counts, ...noted() }
  } catch (error) {
    if (error instanceof CallError) return failed(problemText(error.problem))
    if (await hasNoRoom(device.db, error)) {
      full.push(error)
      return failed('No room left on this device')
    }
    if (wasCutOff(error)) return failed('Stopped by the browser')
    throw error
  }
}

function sharedJobs(device: Device, book: AddressSearch, check: StillIn): Job[] {
  const { db } = device
  const lists: { name: (typeof sharedPacks)[number]; fetch(): Promise<void> }[] = [
    {
      name: 'Code sections',
      async fetch() {
        await pull(device, codeBook())
        if (isOurs(device)) await pullValue(device, codeSynonyms())
      },
    },
    {
      name: 'Rooms and checklists',
      async fetch() {
        await pull(device, allRooms())
        if (isOurs(device)) await pullValue(device, townPhrases())
        for (const room of await db.rows('room').toArray()) await pull(device, promptsOfRoom(room.id))
      },
    },
    { name: 'Contacts', fetch: () => pull(device, allContacts()) },
    { name: 'Inspectors', fetch: () => pull(device, onsUsers()) },
    { name: 'Address book', fetch: () => book.fetchBookWhenOld(check) },
  ]
  return lists.map(({ name, fetch }) => ({ name, fetch: () => fetch().then(() => undefined) }))
}

/** Pictures and small PDF files, each once. */
async function fetchFiles(
  device: Device,
  files: readonly Photo[],
  room: PaperRoom,
  keeping: Keeping,
): Promise<CountsOfPack> {
  const pictures = await fetchPictures(device, files, keeping)
  const papers = await fetchPapers(device, files, room, keeping)
  return { ...(pictures > 0 && { pictures }), ...(papers.count + papers.leftOut > 0 && { papers }) }
}

/** Everything that the pages of an inspection show; returns its files, which are not fetched yet. */
async function fetchInspection(device: Device, inspection: Inspection): Promise<Photo[]> {
  const { db } = device
  const { id, address_id } = inspection
  const parts: Query[] = [inspectionById(id), areasOfInspection(id)]
  if (address_id) parts.push(addressById(address_id), unitsOfAddress(address_id), violationsOfAddress(address_id))
  if (isOurs(device)) {
    parts.push(answersOfInspection(id))
    if (address_id) parts.push(alertsOfAddress(address_id), servicesOfAddress(address_id))
  }
  for (const part of parts) await pull(device, part)
  const photos = await filesIn(device, inspectionFiles(id).query)
  for (const area of await rowsOf(db, areasOfInspection(id))) {
    await pull(device, observationsOfArea(area.id))
    photos.push(...(await rowsOf(db, observationsOfArea(area.id))).flatMap((it) => it.photos))
  }
  if (address_id) photos.push(...(await fetchOpenViolations(device, address_id)))
  if (address_id) photos.push(...(await fetchComments(device, address_id)))
  return photos
}

async function dropOldPacks(device: Device, kept: Set<string>): Promise<void> {
  const old = (await device.db.packs.toArray()).filter((it) => !kept.has(it.name))
  await device.db.packs.bulkDelete(old.map((it) => it.name))
  await forgetUnneededFiles(device.db)
}
