import { sql } from 'drizzle-orm'
import type { NodePgDatabase, NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  type PgDatabase,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** The pool. */
export type Db = NodePgDatabase

/** A transaction, or the pool itself if a call only reads. */
export type Tx = PgDatabase<NodePgQueryResultHKT>

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Who is signed in on which device. The token itself is not stored: `token_hash` is its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text('token_hash').primaryKey(),
    user_id: integer('user_id').notNull(),
    device: text('device'),
    created_at: moment('created_at').notNull(),
    last_seen_at: moment('last_seen_at').notNull(),
    expires_at: moment('expires_at').notNull(),
    revoked_at: moment('revoked_at'),
    /**
     * The generations of the person and the database when it was opened. Once either has changed, the session has
     * ended for good.
     */
    person_generation: integer('person_generation').notNull().default(0),
    town_generation: text('town_generation').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.user_id)],
)

/** The keys of changing calls, written in the transaction of the effect itself (G-07). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: integer('user_id').notNull(),
    key: text('key').notNull(),
    request_hash: text('request_hash').notNull(),
    call: text('call').notNull(),
    status: integer('status').notNull(),
    answer: bytea('answer').notNull(),
    headers: jsonb('headers').notNull().$type<Record<string, string>>(),
    created_at: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] }), index('idempotency_keys_age').on(table.created_at)],
)

/** Every change: who, what, when it was observed, when it arrived, from which device. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer('user_id'),
    call: text('call').notNull(),
    path: text('path').notNull(),
    key: text('key'),
    device: text('device'),
    observed_at: moment('observed_at'),
    received_at: moment('received_at').notNull(),
    status: integer('status').notNull(),
    record_type: text('record_type'),
    record_id: integer('record_id'),
    body: jsonb('body').$type<unknown>(),
    /** The files of the change with the hash of their bytes, so that the log proves them too. */
    files: jsonb('files').$type<LoggedFile[]>(),
  },
  (table) => [
    index('audit_log_record').on(table.record_type, table.record_id),
    index('audit_log_key').on(table.key),
    index('audit_log_files').using('gin', table.files.op('jsonb_path_ops')).where(sql`${table.files} is not null`),
  ],
)

/** A file in the audit log. `sha256` is the hash of the received bytes, in hex. */
export interface LoggedFile {
  name: string
  bytes: number
  sha256: string
}

/**
 * The chain over the audit log: each row seals one entry together with the row before it (audit-chain.ts). Entries are
 * sealed in the order in which they become visible, so a slow transaction leaves no gap. Rows are only added.
 */
export const auditChain = pgTable(
  'audit_chain',
  {
    /** 1, 2, 3 and so on without a gap. */
    n: bigint('n', { mode: 'number' }).primaryKey(),
    /** Not a foreign key: an entry removed by force must be reported and must not stop a check. */
    entry_id: bigint('entry_id', { mode: 'number' }).notNull().unique(),
    /** SHA-256, in hex, of the previous hash and the text of the entry. */
    hash: text('hash').notNull(),
    sealed_at: moment('sealed_at').notNull(),
  },
  (table) => [index('audit_chain_sealed').on(table.sealed_at, table.n)],
)

/** Entries of the audit log that are not in the chain yet. A trigger adds them, and the next sealing removes them. */
export const auditUnsealed = pgTable('audit_unsealed', {
  entry_id: bigint('entry_id', { mode: 'number' }).primaryKey(),
})

/** A file of a record. The bytes are in the file store under the three keys; `original_key` always exists. */
export const attachments = pgTable(
  'attachments',
  {
    id: serial('id').primaryKey(),
    /** A record type of the contract: 'observation', 'inspection', 'comment', ... */
    owner_type: text('owner_type').notNull(),
    owner_id: integer('owner_id').notNull(),
    /** As shown: without paths and control characters, at most 120 characters. */
    filename: text('filename').notNull(),
    /** The actual type of the bytes, whatever the sender said. */
    content_type: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** The hash of the received bytes, in hex. The device compares it before it deletes its own copy. */
    sha256: text('sha256').notNull(),
    original_key: text('original_key').notNull().unique(),
    web_key: text('web_key'),
    thumb_key: text('thumb_key'),
    width: integer('width'),
    height: integer('height'),
    /** What the device knew when the picture was taken (G-10), as sent. */
    capture: jsonb('capture').$type<Record<string, unknown>>(),
    /** Code sections that the picture proves; only violations use it. */
    code_ids: integer('code_ids').array(),
    user_id: integer('user_id'),
    /** The device that sent it, by its own name. */
    device: text('device'),
    created_at: moment('created_at').notNull(),
    updated_at: moment('updated_at').notNull(),
  },
  (table) => [
    index('attachments_owner').on(table.owner_type, table.owner_id),
    // For counting a person's uploads of today.
    index('attachments_sender').on(table.user_id, table.created_at),
    // To check whether a stored file is still used before it is deleted.
    index('attachments_web').on(table.web_key),
    index('attachments_thumb').on(table.thumb_key),
    // To find a file by its hash, or by the hash of the picture from which it was made.
    index('attachments_sha256').on(table.sha256),
    index('attachments_original').on(sql`(${table.capture} ->> 'original_sha256')`),
  ],
)

/** Wrong passwords in a time window, counted for each name, address and known device; shared by all processes. */
export const signInAttempts = pgTable('sign_in_attempts', {
  /** 'email:someone@town.example' or 'from:203.0.113.7'. */
  scope: text('scope').primaryKey(),
  wrong: integer('wrong').notNull(),
  window_ends_at: moment('window_ends_at').notNull(),
})

/**
 * Devices on which a person has signed in before, and codes for one more; each with the hash of its secret. They only
 * prove that, and have their own counter for wrong passwords.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    user_id: integer('user_id').notNull(),
    secret_hash: text('secret_hash').notNull(),
    is_code: boolean('is_code').notNull(),
    /** The person's generation when it was stored: the row becomes invalid when they are made inactive. */
    person_generation: integer('person_generation').notNull(),
    created_at: moment('created_at').notNull(),
    last_used_at: moment('last_used_at').notNull(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.secret_hash] }),
    index('known_devices_secret').on(table.secret_hash),
  ],
)

/** A person's identity at a single sign-on provider. Issuer and subject identify one person for ever. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    user_id: integer('user_id').notNull(),
    created_at: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.user_id)],
)

/**
 * Single sign-ons in progress, kept for minutes and tied to a browser by the hash of its cookie. `user_id` or
 * `problem` ends one.
 */
export const singleSignOns = pgTable('single_sign_ons', {
  browser_hash: text('browser_hash').primaryKey(),
  state: text('state').notNull(),
  nonce: text('nonce').notNull(),
  verifier: text('verifier').notNull(),
  /** The page of the app from which it began. */
  back_to: text('back_to').notNull(),
  user_id: integer('user_id'),
  problem: text('problem'),
  expires_at: moment('expires_at').notNull(),
})

/** Passkeys: the public halves of key pairs on people's devices. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    credential_id: text('credential_id').notNull().unique(),
    user_id: integer('user_id').notNull(),
    public_key: bytea('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Its owner's name for it. */
    name: text('name').notNull(),
    created_at: moment('created_at').notNull(),
    last_used_at: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.user_id)],
)

/**
 * Challenges that a passkey may answer once within minutes; `user_id` is set if the passkey is to be added for
 * somebody.
 */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  user_id: integer('user_id'),
  expires_at: moment('expires_at').notNull(),
})

/** The last report of each device: its unsent work, so that the office can see what has not arrived. */
export const deviceHeartbeats = pgTable(
  'device_heartbeats',
  {
    user_id: integer('user_id').notNull(),
    device: text('device').notNull(),
    body: jsonb('body').notNull().$type<Record<string, unknown>>(),
    received_at: moment('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device] })],
)

/** The lives of this town's database. A restore from a backup begins a new one, so that phones notice it. */
export const townHistories = pgTable('town_histories', {
  /** The last one is the current one. */
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text('id').notNull().unique(),
  began_at: moment('began_at').notNull().defaultNow(),
  /** When the backup was made from which this life began; null for the first. */
  backup_made_at: moment('backup_made_at'),
})

/**
 * Ids that a restore left unused, by their sequence. A record that had such an id in the lost town gets it back when a
 * phone sends it again.
 */
export const numbersLeftFree = pgTable(
  'numbers_left_free',
  {
    sequence: text('sequence').notNull(),
    above: bigint('above', { mode: 'number' }).notNull(),
    up_to: bigint('up_to', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sequence, table.above] })],
)

/** Values that the server makes once for itself, such as the secret for signed URLs. */
export const serverSettings = pgTable('server_settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  secret: boolean('secret').notNull(),
})
