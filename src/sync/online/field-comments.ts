import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import { commentsOfAddress, commentsOfUnit, filesOfComment } from '../../records/comment.ts'
import { photosOfAddress } from '../../records/linked.ts'
import { type Query, rowsOf } from '../../records/query.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { violationById } from '../../records/violation.ts'
import { filesOfViolationComment } from '../../records/violation-comment.ts'
import type { Device } from '../device/device.ts'
import { pull } from '../pull/pull.ts'
import { filesIn } from './field-pictures.ts'

/** Files are downloaded for this many of an address's newest comments. A thread shows 10 on a page. */
const withFilesAtMost = 100

/**
 * The parts of a comment that are needed to fetch its files. A documented server lists them only in a separate call.
 */
interface WithFiles {
  id: Id
  photos?: readonly Photo[] | null | undefined
}

/** Fetches the comments of an address and its units, and returns their files. Throws CallError. */
export async function fetchComments(device: Device, addressId: Id): Promise<Photo[]> {
  const { db } = device
  await pull(device, commentsOfAddress(addressId))
  for (const unit of await rowsOf(db, unitsOfAddress(addressId))) await pull(device, commentsOfUnit(unit.id))
  const comments = await db.rows('comment').where('address_id').equals(addressId).toArray()
  const newest = comments.sort((a, b) => b.id - a.id).slice(0, withFilesAtMost)
  const listed = await filesIn(device, photosOfAddress(addressId))
  return [...listed, ...(await filesOf(device, newest, (id) => filesOfComment(id)))]
}

/** The files of a violation's comments, which are part of the violation itself. Throws CallError. */
export async function fetchViolationComments(device: Device, violationId: Id): Promise<Photo[]> {
  const [violation] = await rowsOf(device.db, violationById(violationId))
  return filesOf(device, violation?.violation_comments ?? [], (id) => filesOfViolationComment(id))
}

async function filesOf(device: Device, said: readonly WithFiles[], query: (id: Id) => Query): Promise<Photo[]> {
  const files: Photo[] = []
  for (const it of said) {
    if (it.id < 0) continue
    files.push(...(it.photos ?? (await filesIn(device, query(it.id)))))
  }
  return files
}
