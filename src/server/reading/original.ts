import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { StoredOriginal } from '../../contract/evidence.ts'
import { CaptureFacts } from '../../contract/photo.ts'
import type { CallContext } from '../endpoint.ts'
import { photoOf } from '../files/attach.ts'
import { type FileStore, openOne } from '../files/file-store.ts'
import { attachments, auditChain, auditLog, type Tx } from '../store/core-tables.ts'

type Asking = Pick<CallContext, 'tx' | 'sign' | 'store'>
type AttachmentRow = typeof attachments.$inferSelect

/** One file's content can be on any number of records; nobody needs more of them than this. */
const mostFiles = 200

/** The files with this content, or shrunk from a picture with this content. `sha256` in hex. */
export const originalsWith = async (ask: Asking, sha256: string) => {
  const rows = await filesWhere(ask.tx, or(eq(attachments.sha256, sha256), madeOf(sha256))).limit(mostFiles)
  return checkedOneByOne(ask, rows, (row) => (row.sha256 === sha256 ? 'stored' : 'camera'))
}

const madeOf = (sha256: string): SQL => sql`(${attachments.capture} ->> 'original_sha256') = ${sha256}`

/** All files of some records of one type, oldest first. */
export const originalsOf = async (ask: Asking, ownerType: string, ownerIds: readonly number[]) => {
  if (ownerIds.length === 0) return []
  const rows = await filesWhere(
    ask.tx,
    and(eq(attachments.owner_type, ownerType), inArray(attachments.owner_id, [...ownerIds])),
  )
  return checkedOneByOne(ask, rows, () => 'stored')
}

const filesWhere = (tx: Tx, where: SQL | undefined) =>
  tx.select().from(attachments).where(where).orderBy(asc(attachments.id)).$dynamic()

/** One at a time: each is read whole, and hundreds at once would fill the memory and use every connection. */
const checkedOneByOne = async (
  ask: Asking,
  rows: readonly AttachmentRow[],
  matchOf: (row: AttachmentRow) => 'stored' | 'camera',
) => {
  const checked = []
  for (const row of rows) checked.push(await originalOf(ask, row, matchOf(row)))
  return checked
}

const originalOf = async (ask: Asking, row: AttachmentRow, match: 'stored' | 'camera') => {
  const entry = await entryOf(ask.tx, row)
  const capture = CaptureFacts.safeParse(row.capture)
  return {
    photo: photoOf(ask, row),
    bytes: row.bytes,
    sha256: row.sha256,
    match,
    state: await stateOf(ask.store, row),
    owner_type: row.owner_type,
    owner_id: row.owner_id,
    place: await placeOf(ask.tx, row),
    capture: capture.success ? capture.data : null,
    user_id: row.user_id,
    device: row.device ?? entry?.device ?? null,
    stored_at: row.created_at,
    seal: entry?.seal ?? null,
  }
}

/** Whether the file store still has what was received. The bytes are read and hashed again. */
export const stateOf = async (
  store: FileStore,
  { original_key, sha256 }: Pick<AttachmentRow, 'original_key' | 'sha256'>,
): Promise<StoredOriginal['state']> => {
  const bytes = await openOne(store, original_key)
  if (typeof bytes === 'string') return bytes
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? 'same' : 'changed'
}

/** The log entry with which the file arrived, and its seal. */
const entryOf = async (tx: Tx, { sha256, user_id, created_at }: AttachmentRow) => {
  const isFromHere = user_id === null ? isNull(auditLog.user_id) : eq(auditLog.user_id, user_id)
  const namesIt = sql`${auditLog.files} is not null and ${auditLog.files} @> ${JSON.stringify([{ sha256 }])}::jsonb`
  const apart = sql`abs(extract(epoch from ${auditLog.received_at} - ${created_at.toISOString()}::timestamptz))`
  const found = await tx
    .select({ id: auditLog.id, device: auditLog.device, n: auditChain.n, hash: auditChain.hash })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.entry_id, auditLog.id))
    .where(and(namesIt, isFromHere))
    .orderBy(apart, auditLog.id)
    .limit(1)
  const row = found[0]
  return row && { device: row.device, seal: row.n && row.hash ? { n: row.n, hash: row.hash, entry_id: row.id } : null }
}

/** No related records; ids that a query does not fill stay null. */
const nowhere: StoredOriginal['place'] = {
  address_id: null,
  combadd: null,
  inspection_id: null,
  unit_id: null,
  area_id: null,
  violation_id: null,
}

/** The records on whose pages a file is shown. */
const placeOf = async (tx: Tx, { owner_type, owner_id }: Pick<AttachmentRow, 'owner_type' | 'owner_id'>) => {
  const question = placeQuestions[owner_type]?.(owner_id)
  if (!question) return nowhere
  const found = await tx.execute<Partial<Record<keyof typeof nowhere, string>>>(sql`
    select place.*, addresses.combadd from (${question}) as place
    left join addresses on addresses.id = place.address_id`)
  // The driver gives 64-bit numbers as text.
  const { combadd, ...numbers } = found.rows[0] ?? {}
  const ids = Object.entries(numbers).map(([name, id]) => [name, id === null ? null : Number(id)])
  return { ...nowhere, ...Object.fromEntries(ids), combadd: combadd ?? null }
}

/** For each type of record with files: a query for the related records, by its id. */
const placeQuestions: Record<string, (id: number) => SQL> = {
  observation: (id) => sql`
    select inspections.address_id, inspections.id as inspection_id, areas.unit_id, areas.id as area_id
    from observations join areas on areas.id = observations.area_id
    join inspections on inspections.id = areas.inspection_id where observations.id = ${id}`,
  inspection: (id) => sql`select address_id, id as inspection_id from inspections where id = ${id}`,
  violation: (id) => sql`select address_id, id as violation_id from violations where id = ${id}`,
  violationComment: (id) => sql`
    select violations.address_id, violations.id as violation_id from violation_comments
    join violations on violations.id = violation_comments.violation_id where violation_comments.id = ${id}`,
  service: (id) => sql`
    select violations.address_id, violations.id as violation_id from notice_services
    join violations on violations.id = notice_services.violation_id where notice_services.id = ${id}`,
  comment: (id) => sql`select address_id, unit_id from comments where id = ${id}`,
}
