import { and, asc, eq, sql } from 'drizzle-orm'
import { CaptureFacts, type Photo } from '../../contract/photo.ts'
import { withoutMarked } from '../../rules/marked.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { attachments } from '../store/core-tables.ts'
import { prepared } from '../store/prepared.ts'
import { parseStrictJson } from '../strict-json.ts'
import { FileStoreDown } from './file-store.ts'
import type { StoredFile } from './stored-file.ts'

/** A stored file's row in the database. */
type AttachmentRow = typeof attachments.$inferSelect

/** The record to which a file belongs. */
export interface Owner {
  type: string
  id: number
}

/** Fields beside the files: `capture_metadata` as sent, and the code sections that they prove. */
interface Beside {
  capture?: string | undefined
  codeIds?: number[] | undefined
}

type Attaching = Pick<CallContext, 'tx' | 'now' | 'user' | 'faults'> & { caller: Pick<CallContext['caller'], 'device'> }

/**
 * Attaches a stored file to its record, the `at`th of the request; the row is part of the call's transaction.
 * Undefined only when emulating a documented server that silently loses files.
 */
export const attach = async (
  ask: Attaching,
  owner: Owner,
  file: StoredFile,
  beside: Beside = {},
  at = 0,
): Promise<AttachmentRow | undefined> => {
  const capture = readCapture(beside.capture, at)
  if (!file.keys) {
    if (ask.faults.dropsFiles && losesInSilence.has(owner.type)) return undefined
    throw new FileStoreDown()
  }
  const [row] = await ask.tx
    .insert(attachments)
    .values({
      owner_type: owner.type,
      owner_id: owner.id,
      filename: file.filename,
      content_type: file.contentType,
      bytes: file.bytes,
      sha256: file.sha256,
      ...file.keys,
      width: file.width,
      height: file.height,
      capture: capture ?? null,
      code_ids: beside.codeIds ?? null,
      user_id: ask.user.id,
      device: ask.caller.device,
      created_at: ask.now,
      updated_at: ask.now,
    })
    .returning()
  return row
}

/** Attaches all files of the request in their order. */
export const attachAll = async (ask: Attaching & Pick<CallContext, 'files'>, owner: Owner, beside: Beside = {}) => {
  const rows: AttachmentRow[] = []
  for (const [at, file] of ask.files.entries()) {
    const row = await attach(ask, owner, file, beside, at)
    if (row) rows.push(row)
  }
  return rows
}

/** For calls that make no sense without a file. */
export const requireFiles = (ask: Pick<CallContext, 'files'>): void => {
  if (ask.files.length === 0)
    throw new Refused(422, [{ type: 'missing', loc: ['body', 'files'], msg: 'Choose at least one file' }])
}

/** The answer to an upload: what was stored, by name and by the hash of the received bytes (G-26). */
export const uploadedOf = (ask: Pick<CallContext, 'sign'>, rows: readonly AttachmentRow[]) => ({
  detail: 'Photos uploaded successfully',
  uploaded: rows.map((row) => {
    const { filename, content_type, sha256, url } = photoOf(ask, row)
    return { filename, content_type, sha256, url }
  }),
})

/** The columns of a file in a list. */
const { id, owner_id, original_key, web_key, thumb_key, filename, content_type, sha256, created_at } = attachments
const { capture, code_ids, user_id, device } = attachments
const told = {
  ...{ id, owner_id, original_key, web_key, thumb_key, filename, content_type, sha256, created_at },
  ...{ capture, code_ids, user_id, device },
}

const filesOf = prepared('files by owner', (tx, name) =>
  tx
    .select(told)
    .from(attachments)
    .where(
      and(
        eq(attachments.owner_type, sql.placeholder('ownerType')),
        sql`${owner_id} = any(${sql.placeholder('ownerIds')}::bigint[])`,
      ),
    )
    .orderBy(asc(id))
    .prepare(name),
)

/** Files by the id of their record, oldest first; a record without files has no entry. */
export const photosOf = async (
  ask: Pick<CallContext, 'tx' | 'sign'>,
  ownerType: string,
  ownerIds: readonly number[],
  { download = false }: { download?: boolean } = {},
): Promise<Map<number, Photo[]>> => {
  const photos = new Map<number, Photo[]>()
  if (ownerIds.length === 0) return photos
  const rows = await filesOf(ask.tx).execute({ ownerType, ownerIds })
  const shown = ask.sign.hidesOrigin ? withoutMarked(rows) : rows
  for (const row of shown) photos.set(row.owner_id, [...(photos.get(row.owner_id) ?? []), photoOf(ask, row, download)])
  return photos
}

/** A file as the API lists it; with `download` its URL returns the bytes as received. */
export const photoOf = (
  { sign }: Pick<CallContext, 'sign'>,
  row: Pick<AttachmentRow, keyof typeof told>,
  download = false,
) => ({
  id: row.id,
  url: sign(row.original_key, download || !row.web_key ? 'original' : 'web', row.filename),
  poster_url: row.thumb_key ? sign(row.original_key, 'thumb', row.filename) : null,
  filename: row.filename,
  content_type: row.content_type,
  created_at: row.created_at.toISOString(),
  ...(row.code_ids?.length && { code_ids: row.code_ids }),
  sha256: row.sha256,
  capture: sign.hidesOrigin ? null : row.capture,
  user_id: row.user_id,
  device: sign.hidesOrigin ? null : row.device,
})

/** Here the documented server answers 200 although the file is lost (measured). */
const losesInSilence = new Set(['comment', 'contactComment', 'violation', 'violationComment'])

/**
 * `capture_metadata` is JSON in a form field (G-10): the facts of the one file, or a list with those of each. Invalid
 * JSON is refused, unknown facts are dropped.
 */
const readCapture = (text: string | undefined, at: number) => {
  if (!text?.trim()) return undefined
  const told = parseStrictJson(new TextEncoder().encode(text))
  const facts = CaptureFacts.safeParse(Array.isArray(told) ? (told[at] ?? {}) : told)
  if (facts.success) return facts.data
  throw new Refused(422, [
    { type: 'value_error', loc: ['body', 'capture_metadata'], msg: 'The facts of the picture do not parse' },
  ])
}
