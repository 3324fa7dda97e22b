import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { fieldCount, fieldIdOrNull } from './form-fields.ts'
import { anyLine, Moment } from './text.ts'

/** One change in the log: who, what, when it was observed, when it arrived, from which device. */
export const AuditEntry = z.object({
  id: z.int(),
  user_id: z.nullable(z.int()),
  /** Id of the call in the inventory, or what the command line did. */
  call: z.string(),
  path: z.string(),
  device: z.nullable(z.string()),
  observed_at: z.nullable(Moment),
  received_at: Moment,
  status: z.int(),
  record_type: z.nullable(z.string()),
  record_id: z.nullable(z.int()),
  /** The sent values, never with passwords. */
  body: z.unknown(),
  /** The files that came with it, with the hash of their bytes. */
  files: z.nullish(z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() }))),
  /** Its place in the chain over the log; null for the seconds before it is sealed. */
  seal: z.nullish(z.object({ n: z.int(), hash: z.string() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The most entries in one answer. */
const auditLimit = 500

/** Our extension: the log of every change, newest first. Without a limit an answer has the newest 100. */
export const audit = {
  list: get(
    'X9',
    '/audit',
    z.array(AuditEntry),
    z.object({
      skip: fieldCount(0, 10_000_000),
      limit: fieldCount(1, auditLimit),
      user_id: fieldIdOrNull('user'),
      record_type: z.optional(anyLine),
      record_id: fieldCount(1, 2 ** 31 - 1),
    }),
  ),
}
