import { eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { Admission } from '../admission.ts'
import type { Services } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { attachments } from '../store/core-tables.ts'
import type { FileStream } from './file-store.ts'
import { FILES_PATH, isSigned, type Part } from './signed-address.ts'

const { original_key, web_key, thumb_key, content_type, filename } = attachments
/** The columns needed to send a file. */
const served = { original_key, web_key, thumb_key, content_type, filename }

/** Answers signed URLs. Anybody who has one may read the file until it expires, signed in or not. */
export const serveFiles = (
  app: Hono,
  services: Services,
  { secret, admission }: { secret: () => Promise<string>; admission: Admission },
): void => {
  app.get(`${FILES_PATH}/:key/:name?`, async (c) => {
    const key = c.req.param('key')
    const query = new URL(c.req.url).searchParams
    if (!isSigned(await secret(), key, query, services.clock()))
      throw new Refused(403, 'This address is not valid any more')
    const [row] = await admission.run('read', () =>
      services.db.select(served).from(attachments).where(eq(attachments.original_key, key)),
    )
    const part = query.get('part')
    const stored = row && (part === 'web' ? row.web_key : part === 'thumb' ? row.thumb_key : row.original_key)
    const file = stored ? await services.store.stream(stored) : undefined
    if (!row || !file) throw new Refused(404, 'File not found')
    return sendFile(c, file, { part: part === 'web' || part === 'thumb' ? part : 'original', row })
  })
}

/**
 * Content from a stranger is never displayed as part of our origin: the original can only be downloaded. Displayed
 * pictures were re-encoded from their pixels.
 */
const sendFile = async (
  c: Context,
  { body, bytes }: FileStream,
  { part, row }: { part: Part; row: Pick<typeof attachments.$inferSelect, keyof typeof served> },
) => {
  c.header('Content-Type', part === 'original' ? row.content_type : 'image/jpeg')
  c.header('Content-Disposition', part === 'original' ? attachmentNamed(row.filename) : 'inline')
  c.header('Content-Security-Policy', "sandbox; default-src 'none'")
  c.header('X-Content-Type-Options', 'nosniff')
  // The app caches what it shows and deletes that at sign-out. The browser's own cache does not notice a sign-out.
  c.header('Cache-Control', 'private, no-store')
  if (bytes !== null) c.header('Content-Length', bytes)
  if (c.req.method !== 'HEAD') return c.body(body)
  // A stream that nobody reads would keep its file open for ever.
  await body.cancel()
  return c.body(null)
}

/** Names were cleaned when they were stored. Names that are not ASCII use the second form (RFC 6266). */
const attachmentNamed = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
