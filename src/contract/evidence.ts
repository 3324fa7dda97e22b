import * as z from 'zod/mini'
import { AuditEntry } from './audit.ts'
import { get } from './endpoint.ts'
import { fieldCount } from './form-fields.ts'
import { CaptureFacts, Photo } from './photo.ts'
import { Moment } from './text.ts'

/** A SHA-256 in hex. */
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a SHA-256: 64 digits from 0 to f'))

/** The records on whose pages a file is shown; null for those that do not apply. */
const FilePlace = z.object({
  address_id: z.nullable(z.int()),
  combadd: z.nullable(z.string()),
  inspection_id: z.nullable(z.int()),
  unit_id: z.nullable(z.int()),
  area_id: z.nullable(z.int()),
  violation_id: z.nullable(z.int()),
})

/** A stored original and everything that the town knows about its origin. */
const StoredOriginal = z.object({
  photo: Photo,
  bytes: z.int(),
  sha256: z.string(),
  /** 'stored': the bytes that the office received. 'camera': the picture on the phone before it was shrunk. */
  match: z.enum(['stored', 'camera']),
  /** What the file store has now: the same bytes, others, none, or a file that its disk cannot read. */
  state: z.enum(['same', 'changed', 'gone', 'unreadable']),
  /** The type of the record that it belongs to: 'observation', 'violationComment'. */
  owner_type: z.string(),
  owner_id: z.int(),
  place: FilePlace,
  /** What the phone knew when the picture was taken. */
  capture: z.nullable(CaptureFacts),
  user_id: z.nullable(z.int()),
  device: z.nullable(z.string()),
  /** The server's clock when the file arrived. */
  stored_at: Moment,
  /** The log entry that proves its arrival; null for files that came before the log recorded hashes. */
  seal: z.nullable(z.object({ n: z.int(), hash: z.string(), entry_id: z.int() })),
})
export type StoredOriginal = z.infer<typeof StoredOriginal>

/** A place in the chain over the log. */
const ChainHead = z.object({ n: z.int(), hash: z.string(), sealed_at: Moment })
export type ChainHead = z.infer<typeof ChainHead>

/** The most days in an answer. */
const mostDays = 366

/** Our extensions: what proves a picture and the log. */
export const evidence = {
  /** The stored files with this content, or shrunk from a picture with this content. The file itself is not sent. */
  verify: get('X61', '/evidence/original', z.array(StoredOriginal), z.object({ sha256: Sha256 })),
  /** The last seal of each day, newest first, in the town's zone. Days without one are left out. */
  heads: get(
    'X62',
    '/audit/heads',
    z.array(z.extend(ChainHead, { day: z.string() })),
    z.object({ days: fieldCount(1, mostDays) }),
  ),
  /** A violation's files and its log entries, oldest first, with the current head. */
  sheet: get(
    'X63',
    '/violation/:violationId/evidence',
    z.object({ files: z.array(StoredOriginal), events: z.array(AuditEntry), head: z.nullable(ChainHead) }),
  ),
}
