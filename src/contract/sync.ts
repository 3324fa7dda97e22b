import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { fieldCount, pageParams } from './form-fields.ts'
import { recordTypes } from './id.ts'
import { idOf } from './id-marks.ts'
import { anyLine, Moment, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/*
 * Extensions: calls that the specification does not know. A server without them answers 404, and the app goes on
 * with the documented ones.
 */

/** One row that changed; `row` is null when the record is gone. Rows are parsed by the schema of their type. */
export const Change = z.object({
  type: z.enum(recordTypes),
  id: z.int().check(z.gte(1)),
  row: z.nullable(z.unknown()),
})
export type Change = z.infer<typeof Change>

/**
 * Changes in the order of their commit; `cursor` goes into the next call's `since` (gap G-09). A cursor holds for one life
 * of the town's database: after a restore it is answered 410, and the lists are read anew.
 */
export const Changes = z.object({ changes: z.array(Change), cursor: z.string(), more: z.boolean() })
export type Changes = z.infer<typeof Changes>

/** What a device holds unsent, so that the office can see a phone that has not been heard. */
export const Heartbeat = z.object({
  device: z.string().check(z.minLength(1), z.maxLength(100)),
  waiting: z.int().check(z.gte(0)),
  needsYou: z.int().check(z.gte(0)),
  photosWaiting: z.int().check(z.gte(0)),
  /** When the oldest unsent work was saved. */
  oldestAt: z.nullable(anyLine),
  lastSentAt: z.nullable(anyLine),
  /** Build of the app. */
  version: anyLine,
})
export type Heartbeat = z.infer<typeof Heartbeat>

/**
 * An Admin has signed a phone out. `clears`: its records go at its next contact; `toldAt`: when it was told that. Signing
 * in there again ends it.
 */
const DeviceOrder = z.object({ at: Moment, clears: z.boolean(), toldAt: z.nullable(Moment) })

/** The last word of a phone, and whose it is: what the office has not received yet. */
export const Device = z.object({
  ...Heartbeat.shape,
  user: z.nullable(UserChip),
  receivedAt: Moment,
  order: z.nullish(DeviceOrder),
})
export type Device = z.infer<typeof Device>

/** How many calls one batch may carry. */
export const batchLimit = 100

/** One JSON call of a batch, exactly as it would be sent alone: `key` is its Idempotency-Key. */
export const BatchedCall = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(255)),
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
  /** Without the prefix under which the API is served: '/areas/7/observations'. */
  path: z.string().check(z.regex(/^\/[a-z][a-z0-9/-]*$/), upTo(textLimits.line)),
  body: z.optional(z.unknown()),
  /** The version that the user saw, for If-Match. */
  ifMatch: z.optional(anyLine),
  /** The number that it had, for `formerHeader`. */
  former: z.optional(z.string().check(z.maxLength(100))),
})
export type BatchedCall = z.infer<typeof BatchedCall>

/** The answer that the call would have had alone. One refused call does not stop the others. */
export const BatchedAnswer = z.object({
  key: z.string(),
  status: z.int().check(z.gte(100), z.lte(599)),
  body: z.optional(z.unknown()),
  etag: z.nullable(z.string()),
  /** The answer's Retry-After, where it has one. */
  retryAfter: z.optional(z.string()),
})
export type BatchedAnswer = z.infer<typeof BatchedAnswer>

/**
 * The answer (409) to a call of which nobody knows whether it was carried out: whoever asked has to look. `stood`: the
 * ids in the list of its kind before it was first passed on, null where that was not read.
 */
export const UnknownOutcome = z.object({
  detail: z.string(),
  outcome: z.literal('unknown'),
  stood: z.nullable(z.array(z.int())),
  /** The server that should have carried it out answered with a failure. */
  failed: z.boolean(),
  /** The front died while the call was on its way. */
  frontDied: z.boolean(),
  /** Which doubt of this call it is: 1 for the first. Only who has looked into the last one may send it again. */
  doubt: z.int().check(z.gte(1)),
})
export type UnknownOutcome = z.infer<typeof UnknownOutcome>

/**
 * A request carries it when its sender has looked for what it makes and found nothing: the number of the doubt that was
 * looked into. Of a file that was answered for, and is not in its list, a higher one than any before.
 */
export const lookedHeader = 'Idempotency-Looked'

/**
 * Which life of the town's database this is. A restore from a backup begins a new one: what was acknowledged after the
 * backup was made is not in it, and a device that knew another one asks what of its own is missing.
 */
export const TownHistory = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** When the backup was made with which it began; null where it never was restored. */
  backupMadeAt: z.nullable(Moment),
})
export type TownHistory = z.infer<typeof TownHistory>

/** How many keys one question may name. */
export const keysAtOnce = 1000

/**
 * A request that is sent again to a restored town carries it: 'observation:812', the record and the number that the lost
 * town had given it. It gets that number again, unless somebody has it by now.
 */
export const formerHeader = 'Former-Number'

/** What a device must know of its server before it relies on it. */
export const ServerInfo = z.object({
  /** 'keyed': remembers Idempotency-Keys and versions; 'documented': only the documented calls. */
  profile: z.enum(['keyed', 'documented']),
  /** It keeps the keys, and another server carries the calls out, by the documented rules alone. */
  upstream: z.optional(z.enum(['documented'])),
  limits: z.object({ fileBytes: z.int() }),
  /** The town's zone, for every shown time (C-23): 'America/New_York'. */
  timeZone: z.string(),
  version: z.string(),
  now: Moment,
  /** Left out where a server knows nothing of its own past. */
  history: z.optional(TownHistory),
})
export type ServerInfo = z.infer<typeof ServerInfo>

/** The town's key for sealed work: its name, and its public half (RSA, SPKI, base64). */
export const SealKey = z.object({ keyId: z.string(), publicKey: z.string() })
export type SealKey = z.infer<typeof SealKey>

/** A key that a device wrapped for this town and for the person who asks (base64). */
const WrappedKey = z.object({
  keyId: z.string().check(z.minLength(1), z.maxLength(64)),
  wrapped: z.string().check(z.minLength(1), z.maxLength(2000), z.regex(/^[A-Za-z0-9+/=]+$/)),
})

export const sync = {
  /** `since`: a cursor; 'now' for the cursor of this moment without any change; left out, from the beginning. */
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
  /** Devices seal unsent work at sign-out for the person and for the town. */
  sealKey: get('X40', '/sync/seal-key', SealKey),
  /** Opens for a signed-in person what was sealed for them: the way back after a forgotten password. */
  unseal: post('X41', '/sync/unseal', WrappedKey, z.object({ key: z.string() }), { repeat: 'set' }),
  /** Which of one's own keys the server has carried out. */
  known: post(
    'X11',
    '/sync/known',
    z.object({
      keys: z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.minLength(1), z.maxLength(keysAtOnce)),
    }),
    z.object({ known: z.array(z.string()) }),
    { repeat: 'set' },
  ),
  /** For the office: those that hold unsent work first, the oldest work before all. */
  devices: get('X8', '/sync/devices', z.array(Device), z.object(pageParams)),
  /**
   * Ends the sessions of a person on one device (null: on all), but for the one that asks. With `clear` the records go
   * too; without it an order to clear that was not told yet is withdrawn. Answers all devices.
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
}
