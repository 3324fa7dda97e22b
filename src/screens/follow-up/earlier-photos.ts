import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import type { Violation, ViolationComment } from '../../contract/violation.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { isPhoto, type ShownPhoto, shownPhotos, takenFacts } from '../../parts/photo-match.ts'
import { areasOfInspection } from '../../records/area.ts'
import { potentialOfInspection, potentialSeenIn } from '../../records/observation.ts'
import { type Query, queryName } from '../../records/query.ts'
import { violationFiles } from '../../records/violation.ts'
import { filesOfViolationComment } from '../../records/violation-comment.ts'
import { followedCode, isFollowUp } from '../../rules/follow-up.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { type Subject, subjectsOf } from './subjects.ts'

/** A photo from before this visit. */
export interface EarlierPhoto {
  photo: ShownPhoto
  /** The sections that it is known to show, by their names in the form. */
  shows: readonly string[]
  /** When it was taken or came to the office. */
  at: string
}

/**
 * The photos of a violation from before this visit, oldest first: from when it was found, of the violation itself, and
 * of earlier comments. All from this device; the office is asked if there is signal.
 */
export function useEarlierPhotos(violation: Violation, said: readonly ViolationComment[]): EarlierPhoto[] | undefined {
  const { id, inspection_id } = violation
  const from = inspection_id ?? 0
  usePull(violationFiles(id).query, 'value', id > 0)
  usePull(areasOfInspection(from), 'list', from > 0)
  usePull(potentialOfInspection(from), 'list', from > 0)
  return useLive(
    (db) => readEarlier(db, violation, said),
    [id, from, said.map((it) => `${it.id} ${it.photos?.length}`).join(), violation.codes?.length],
  )
}

/** The earlier photo to compare a section with: the newest that is known to show it, else the newest of all. */
export const likelyEarlier = (photos: readonly EarlierPhoto[], { key }: Subject): EarlierPhoto | undefined =>
  photos.filter(({ shows }) => shows.includes(key)).at(-1) ?? photos.at(-1)

type Owner = 'observation' | 'violation' | 'violationComment'

async function readEarlier(
  db: DeviceDatabase,
  violation: Violation,
  said: readonly ViolationComment[],
): Promise<EarlierPhoto[]> {
  const subjects = subjectsOf(violation)
  const seen = violation.inspection_id ? await potentialSeenIn(db, violation.inspection_id) : []
  const of = async (type: Owner, id: Id, listed: readonly Photo[]): Promise<ShownPhoto[]> => {
    const own = await db.photos.where('[ownerType+ownerId]').equals([type, id]).sortBy('takenInAt')
    return shownPhotos(own, listed)
  }
  const found: EarlierPhoto[] = []
  for (const { observation } of seen) {
    const codes = new Set(observation.codes.map((it) => it.id))
    const shows = subjects.filter(({ codeId }) => codeId !== null && codes.has(codeId)).map(({ key }) => key)
    if (shows.length === 0) continue
    for (const photo of await of('observation', observation.id, observation.photos))
      found.push({ photo, shows, at: takenAt(photo, writtenAt(observation)) })
  }
  for (const photo of await of('violation', violation.id, await kept(db, violationFiles(violation.id).query)))
    found.push({ photo, shows: [], at: takenAt(photo, null) })
  for (const comment of said) {
    const listed = comment.photos ?? (await kept(db, filesOfViolationComment(comment.id)))
    const photos = await of('violationComment', comment.id, listed)
    for (const [at, photo] of photos.entries())
      found.push({ photo, shows: shownBy(comment, at + 1, subjects), at: takenAt(photo, writtenAt(comment)) })
  }
  return found.filter(({ photo }) => isPhoto(photo)).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** The sections that a photo of a follow-up shows, by its number there. */
const shownBy = ({ content }: ViolationComment, number: number, subjects: readonly Subject[]): string[] =>
  isFollowUp(content)
    ? subjects.filter(({ name }) => followedCode(content, name)?.photos.includes(number)).map(({ key }) => key)
    : []

/** The last answer of a call that lists files. */
async function kept(db: DeviceDatabase, query: Query): Promise<Photo[]> {
  // The value stored under a call's name is that call's reply, checked against the contract.
  return ((await db.pulls.get(queryName(query)))?.value as Photo[] | undefined) ?? []
}

const takenAt = (photo: ShownPhoto, said: string | null | undefined) =>
  takenFacts(photo)?.taken_at ?? photo.server?.created_at ?? said ?? ''
