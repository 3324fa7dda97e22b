import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { fieldCount, pageParams } from './form-fields.ts'
import { recordTypes } from './id.ts'
import { idOf } from './id-marks.ts'
import { anyLine, Moment, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/*
 * Extensions: calls outside the specification. A server without them answers 404, and the app continues with the
 * documented calls.
 */

/**
 * One changed row; `row` is null if the record is gone. Rows are parsed with the schema of their type. `into`: the record
 * was merged into this one, which got everything that belonged to it, and may itself have been merged since.
 */
export const Change = z.object({
  type: z.enum(recordTypes),
  id: z.int().check(z.gte(1)),
  row: z.nullable(z.unknown()),
  into: z.optional(z.int().check(z.gte(1))),
})
export type Change = z.infer<typeof Change>

/**
 * Changes in the order of their commit; `cursor` is the next call's `since` (gap G-09). A cursor is valid for one life
 * of the town's database: after a restore the answer is 410, and the lists are read again.
 */
export const Changes = z.object({ changes: z.array(Change), cursor: z.string(), more: z.boolean() })
export type Changes = z.infer<typeof Changes>

/** A device's unsent work, so that the office notices a phone that has lost contact. */
export const Heartbeat = z.object({
  device: z.string().check(z.minLength(1), z.maxLength(100)),
  waiting: z.int().check(z.gte(0)),
  needsYou: z.int().check(z.gte(0)),
  photosWaiting: z.int().check(z.gte(0)),
  /** When the oldest unsent work was saved. */
  oldestAt: z.nullable(anyLine),
  lastSentAt: z.nullable(anyLine),
  /** The app's build. */
  version: anyLine,
})
export type Heartbeat = z.infer<typeof Heartbeat>

/**
 * An Admin has signed a phone out. `clears`: its records are deleted at its next contact; `toldAt`: when it received
 * the order. A new sign-in there cancels it.
 */
const DeviceOrder = z.object({ at: Moment, clears: z.boolean(), toldAt: z.nullable(Moment) })

/** A phone's last report, and its person: work that the office has not received yet. */
export const Device = z.object({
  ...Heartbeat.shape,
  user: z.nullable(UserChip),
  receivedAt: Moment,
  order: z.nullish(DeviceOrder),
})
export type Device = z.infer<typeof Device>

/** The most calls in one batch. */
export const batchLimit = 100

/** One JSON call of a batch, exactly as if sent alone: `key` is its Idempotency-Key. */
export const BatchedCall = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(255)),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** Without the path prefix of the API: '/areas/7/observations'. */
  path: z.string().check(z.regex(/^\/[a-z][a-z0-9/-]*$/), upTo(textLimits.line)),
  body: z.optional(z.unknown()),
  /** The version that the user saw, for If-Match. */
  ifMatch: z.optional(anyLine),
  /** Its former number, for `formerHeader`. */
  former: z.optional(z.string().check(z.maxLength(100))),
})
export type BatchedCall = z.infer<typeof BatchedCall>

/** The answer that the call would have got alone. A refused call does not stop the others. */
export const BatchedAnswer = z.object({
  key: z.string(),
  status: z.int().check(z.gte(100), z.lte(599)),
  body: z.optional(z.unknown()),
  etag: z.nullable(z.string()),
  /** The answer's Retry-After, if any. */
  retryAfter: z.optional(z.string()),
})
export type BatchedAnswer = z.infer<typeof BatchedAnswer>

/**
 * The answer (409) to a call with an unknown outcome: the caller has to look. `stood`: the ids in the list of its type
 * before it was first passed on, null if that list was not read.
 */
export const UnknownOutcome = z.object({
  detail: z.string(),
  outcome: z.literal('unknown'),
  stood: z.nullable(z.array(z.int())),
  /** The server behind the front answered with a failure. */
  failed: z.boolean(),
  /** The front died while the call was in flight. */
  frontDied: z.boolean(),
  /** The number of this doubt, from 1. Only a sender that has looked into the last one may send the call again. */
  doubt: z.int().check(z.gte(1)),
})
export type UnknownOutcome = z.infer<typeof UnknownOutcome>

/** The detail (422) of a call whose key has already carried out a call with other bytes. */
export const keyUsedDetail = 'This Idempotency-Key was used for another request'

/**
 * Sent if the sender has looked for the record and found nothing: the number of the doubt that was checked. For a file
 * that was confirmed but is missing in its list, a number higher than any before.
 */
export const lookedHeader = 'Idempotency-Looked'

/**
 * Identifies a life of the town's database. A restore from a backup begins a new one, which lacks what was
 * acknowledged after that backup. A device that knew another life asks which of its work is missing.
 */
export const TownHistory = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** When the backup was made from which this life began; null if it was never restored. */
  backupMadeAt: z.nullable(Moment),
})
export type TownHistory = z.infer<typeof TownHistory>

/** The most keys in one question. */
export const keysAtOnce = 1000

/**
 * Sent when a request is repeated to a restored town: 'observation:812', the record and its number in the lost town.
 * It gets that number again unless it is taken.
 */
export const formerHeader = 'Former-Number'

/** What a device must know about its server before it relies on it. */
export const ServerInfo = z.object({
  /** 'keyed': stores Idempotency-Keys and versions; 'documented': only the documented calls. */
  profile: z.enum(['keyed', 'documented']),
  /** Set for a front: it stores the keys, and a server with only the documented calls carries them out. */
  upstream: z.optional(z.enum(['documented'])),
  limits: z.object({ fileBytes: z.int() }),
  /** The town's zone for all times (C-23): 'America/New_York'. */
  timeZone: z.string(),
  version: z.string(),
  now: Moment,
  /** Absent if a server knows nothing of its own past. */
  history: z.optional(TownHistory),
})
export type ServerInfo = z.infer<typeof ServerInfo>

/** The town's key for sealed work: its name and public half (RSA, SPKI, base64). */
export const SealKey = z.object({ keyId: z.string(), publicKey: z.string() })
export type SealKey = z.infer<typeof SealKey>

/** A key that a device wrapped for this town and the asking person (base64). */
const WrappedKey = z.object({
  keyId: z.string().check(z.minLength(1), z.maxLength(64)),
  wrapped: z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[A-Za-z0-9+/=]+$/)),
})

export const sync = {
  /** `since`: a cursor; 'now' for the current cursor without changes; absent for everything. */
  changes: get('X2', '/sync/changes', Changes, z.object({ since: z.optional(anyLine), limit: fieldCount(1, 5000) })),
  heartbeat: post('X3', '/sync/heartbeat', Heartbeat, z.object({ now: Moment }), { repeat: 'set' }),
  batch: post(
    'X4',
    '/sync/batch',
    z.array(BatchedCall).check(z.minLength(1), z.maxLength(batchLimit)),
    z.array(BatchedAnswer),
    { repeat: 'set' },
  ),
  info: get('X5', '/sync/info', ServerInfo),
  /** Devices seal unsent work at sign-out for the person and the town. */
  sealKey: get('X40', '/sync/seal-key', SealKey),
  /** Unwraps sealed work's key for the signed-in person: the way back after a forgotten password. */
  unseal: post('X41', '/sync/unseal', WrappedKey, z.object({ key: z.string() }), { repeat: 'set' }),
  /** Which of the person's own keys the server has carried out. */
  known: post(
    'X11',
    '/sync/known',
    z.object({
      keys: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.minLength(1), z.maxLength(keysAtOnce)),
    }),
    z.object({ known: z.array(z.string()) }),
    { repeat: 'set' },
  ),
  /** For the office: devices with unsent work first, oldest work at the top. */
  devices: get('X8', '/sync/devices', z.array(Device), z.object(pageParams)),
  /**
   * Ends a person's sessions on one device (null: on all), except the asking one. With `clear` the records are deleted
   * too; without it, an order to clear that was not delivered yet is withdrawn. Returns all devices.
   */
  signOutDevice: post(
    'X89',
    '/sync/devices/sign-out',
    z.object({
      user_id: idOf('user'),
      device: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
      clear: z.boolean(),
    }),
    z.array(Device),
    { repeat: 'set' },
  ),
  /** Takes a device that does not exist any more from the list and ends its sessions. Returns all devices. */
  removeDevice: post(
    'X113',
    '/sync/devices/remove',
    z.object({ user_id: idOf('user'), device: z.string().check(z.minLength(1), z.maxLength(100)) }),
    z.array(Device),
    { repeat: 'set' },
  ),
}
