import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { CaptureFacts } from '../../contract/photo.ts'
import type { CallContext } from '../endpoint.ts'
import { photoOf } from '../files/attach.ts'
import type { FileStore } from '../files/file-store.ts'
import { attachments, type Tx } from '../store/core-tables.ts'

type Asking = Pick<CallContext, 'tx' | 'sign' | 'store'>
type AttachmentRow = typeof attachments.$inferSelect

/** One content can hang on several records; nobody needs more of them than this. */
const mostFiles = 200

/** The files with this content, or made of a picture with this content. `sha256` in hex. */
export const originalsWith = async (ask: Asking, sha256: string) => {
  const rows = await filesWhere(ask.tx, or(eq(attachments.sha256, sha256), madeOf(sha256)))
  return Promise.all(rows.map((row) => originalOf(ask, row, row.sha256 === sha256 ? 'stored' : 'camera')))
}

const madeOf = (sha256: string): SQL => sql`(${attachments.capture} ->> 'original_sha256') = ${sha256}`

/** The files that hang on some records of a kind, oldest first. */
export const originalsOf = async (ask: Asking, ownerType: string, ownerIds: readonly number[]) => {
  if (ownerIds.length === 0) return []
  const rows = await filesWhere(
    ask.tx,
    and(eq(attachments.owner_type, ownerType), inArray(attachments.owner_id, [...ownerIds])),
  )
  return Promise.all(rows.map((row) => originalOf(ask, row, 'stored')))
}

const filesWhere = (tx: Tx, where: SQL | undefined): Promise<AttachmentRow[]> =>
  tx.select().from(attachments).where(where).orderBy(asc(attachments.id)).limit(mostFiles)

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

/** Whether the file store still holds what was received. The bytes are read and hashed anew. */
export const stateOf = async (
  store: FileStore,
  { original_key, sha256 }: Pick<AttachmentRow, 'original_key' | 'sha256'>,
): Promise<'same' | 'changed' | 'gone'> => {
  const bytes = await store.open(original_key)
  if (!bytes) return 'gone'
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? 'same' : 'changed'
}

interface EntryRow extends Record<string, unknown> {
  id: string
  device: string | null
  n: string | null
  hash: string | null
}

/** The entry of the log with which the file came, and its seal. */
const entryOf = async (tx: Tx, { sha256, user_id, created_at }: AttachmentRow) => {
  const found = await tx.execute<EntryRow>(sql`
    select audit_log.id, audit_log.device, audit_chain.n, audit_chain.hash
    from audit_log left join audit_chain on audit_chain.entry_id = audit_log.id
    where files is not null and files @> ${JSON.stringify([{ sha256 }])}::jsonb and user_id is not distinct from ${user_id}
    order by abs(extract(epoch from received_at - ${created_at.toISOString()}::timestamptz)), audit_log.id limit 1`)
  const row = found.rows[0]
  if (!row) return null
  const { device, n, hash } = row
  return { device, seal: n === null || hash === null ? null : { n: Number(n), hash, entry_id: Number(row.id) } }
}

const nowhere = {
  address_id: null,
  combadd: null,
  inspection_id: null,
  unit_id: null,
  area_id: null,
  violation_id: null,
  contact_id: null,
}

interface PlaceRow extends Record<string, unknown> {
  address_id?: number | string | null
}

/** The records on whose pages a file is shown. */
const placeOf = async (tx: Tx, { owner_type, owner_id }: Pick<AttachmentRow, 'owner_type' | 'owner_id'>) => {
  const question = placeQuestions[owner_type]?.(owner_id)
  if (!question) return nowhere
  const found = await tx.execute<PlaceRow>(sql`
    select place.*, addresses.combadd from (${question}) as place
    left join addresses on addresses.id = place.address_id`)
  const row = found.rows[0] ?? {}
  const number = (value: unknown) => (value === null || value === undefined ? null : Number(value))
  return {
    address_id: number(row.address_id),
    combadd: typeof row.combadd === 'string' ? row.combadd : null,
    inspection_id: number(row.inspection_id),
    unit_id: number(row.unit_id),
    area_id: number(row.area_id),
    violation_id: number(row.violation_id),
    contact_id: number(row.contact_id),
  }
}

/** For each kind of record with files: the records around it, by its id. */
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
  contactComment: (id) => sql`select null::bigint as address_id, contact_id from contact_comments where id = ${id}`,
}
