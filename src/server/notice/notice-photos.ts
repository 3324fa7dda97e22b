import { and, asc, eq } from 'drizzle-orm'
import type { CallContext } from '../endpoint.ts'
import { attachments } from '../store/core-tables.ts'

/** A photo of the violation as the letter shows it: made anew from its pixels when it was received. */
export interface NoticePhoto {
  jpeg: Uint8Array
  filename: string
  width: number
  height: number
  /** The sections of the code that it proves; none where the sender named none. */
  codeIds: number[]
}

/** A letter with more would be too large to be mailed; the rest is named in it and stands in the record. */
const MAX_NOTICE_PHOTOS = 24

/** The photos of a violation, oldest first, and how many of its files the letter leaves out. */
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
    // A PDF or a HEIC has no picture that a letter could show.
    const jpeg = web_key && width && height ? await store.open(web_key) : undefined
    if (jpeg && width && height) photos.push({ jpeg, filename, width, height, codeIds: code_ids ?? [] })
  }
  return { photos, leftOut: rows.length - photos.length }
}
