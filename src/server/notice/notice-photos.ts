import { and, asc, eq } from 'drizzle-orm'
import type { CallContext } from '../endpoint.ts'
import { attachments } from '../store/core-tables.ts'

/** A photo of the violation in the letter. It is the copy that was re-encoded on receipt. */
export interface NoticePhoto {
  jpeg: Uint8Array
  filename: string
  width: number
  height: number
  /** Code sections that the photo proves; empty when the sender named none. */
  codeIds: number[]
}

/**
 * The most photos of a letter, so that it can be mailed. The letter states how many are left out; the record has all.
 */
const MAX_NOTICE_PHOTOS = 24

/** The photos of a violation, oldest first, and the number of its files that the letter leaves out. */
export const readNoticePhotos = async (
  { tx, store }: Pick<CallContext, 'tx' | 'store'>,
  violationId: number,
): Promise<{ photos: NoticePhoto[]; leftOut: number }> => {
  const rows = await tx
    .select()
    .from(attachments)
    .where(and(eq(attachments.owner_type, 'violation'), eq(attachments.owner_id, violationId)))
    .orderBy(asc(attachments.id))
  const photos: NoticePhoto[] = []
  for (const { web_key, width, height, filename, code_ids } of rows) {
    if (photos.length === MAX_NOTICE_PHOTOS) break
    // A PDF or a HEIC has no picture that the letter could show.
    const jpeg = web_key && width && height ? await store.open(web_key) : undefined
    if (jpeg && width && height) photos.push({ jpeg, filename, width, height, codeIds: code_ids ?? [] })
  }
  return { photos, leftOut: rows.length - photos.length }
}
