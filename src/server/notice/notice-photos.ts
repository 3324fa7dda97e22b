import { and, asc, eq } from 'drizzle-orm'
import { withoutMarked } from '../../rules/marked.ts'
import { maxNoticePhotos, type NoticePhoto, type NoticePhotos } from '../../rules/notice.ts'
import type { CallContext } from '../endpoint.ts'
import { attachments } from '../store/core-tables.ts'

/**
 * The photos of a violation, oldest first, and the number of its files that the letter leaves out. Each is the copy
 * that was re-encoded on receipt.
 */
export const readNoticePhotos = async (
  { tx, store }: Pick<CallContext, 'tx' | 'store'>,
  violationId: number,
): Promise<NoticePhotos> => {
  const rows = await tx
    .select()
    .from(attachments)
    .where(and(eq(attachments.owner_type, 'violation'), eq(attachments.owner_id, violationId)))
    .orderBy(asc(attachments.id))
  // A letter goes to strangers, so it shows the marked-up copy of a picture if there is one.
  const shown = withoutMarked(rows)
  const photos: NoticePhoto[] = []
  for (const { web_key, width, height, filename, code_ids } of shown) {
    if (photos.length === maxNoticePhotos) break
    // A PDF or HEIC has no picture for the letter.
    const jpeg = web_key && width && height ? await store.open(web_key) : undefined
    if (jpeg && width && height) photos.push({ jpeg, filename, width, height, codeIds: code_ids ?? [] })
  }
  return { photos, leftOut: shown.length - photos.length }
}
