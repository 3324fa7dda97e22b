import type { Endpoint } from '../contract/endpoint.ts'
import { typeOfParam } from '../contract/id.ts'
import { idMarks } from '../contract/id-marks.ts'
import { shapeOf } from './coerce.ts'
import type { CallContext } from './endpoint.ts'
import type { StoredFile } from './files/stored-file.ts'
import type { auditLog } from './store/core-tables.ts'

/** One change in the audit log. */
interface Change {
  endpoint: Endpoint
  params: Record<string, number>
  path: string
  body: unknown
  reply: unknown
  files: readonly StoredFile[]
  userId: number
  device: string | null
  key: string | null
  observedAt: Date | null
  now: Date
  status: number
}

/** A row of the audit log. */
export type AuditLine = typeof auditLog.$inferInsert

/**
 * The audit line of a change. It is written in the transaction of the change, so the log has exactly the changes that
 * happened.
 */
export const auditLine = (change: Change): AuditLine => {
  const { endpoint, userId, path, key, device, observedAt, now, status, body, files } = change
  return {
    user_id: userId,
    call: endpoint.id,
    path,
    key,
    device,
    observed_at: observedAt,
    received_at: now,
    status,
    body: body ?? null,
    files: files.length === 0 ? null : files.map(({ filename, bytes, sha256 }) => ({ name: filename, bytes, sha256 })),
    ...recordOf(change),
  }
}

/** The audit line of a call about a user that has its own transaction, without what was sent or answered. */
export const userLine = (
  { user, caller, now }: Pick<CallContext, 'user' | 'caller' | 'now'>,
  { userId, call }: { userId: number; call: Pick<Endpoint, 'id' | 'path'> },
): AuditLine => ({
  user_id: user.id,
  call: call.id,
  path: `/api${call.path.replace(':userId', String(userId))}`,
  device: caller.device,
  received_at: now,
  status: 200,
  record_type: 'user',
  record_id: userId,
})

/** The record that was created, or else the last record in the path. */
const recordOf = ({ endpoint, params, reply }: Change) => {
  const idSchema = shapeOf(endpoint.reply)?.id
  const made = idSchema && idMarks.get(idSchema)?.of
  if (made && endpoint.repeat !== 'set' && reply instanceof Object && 'id' in reply && typeof reply.id === 'number')
    return { record_type: made, record_id: reply.id }
  const name = endpoint.path
    .match(/:(\w+)/g)
    ?.at(-1)
    ?.slice(1)
  return name ? { record_type: typeOfParam(name), record_id: params[name] ?? null } : {}
}
