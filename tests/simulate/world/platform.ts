import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { Random } from './random.ts'
import { microtask, Time } from './time.ts'
import { LightBlob, LightController, LightFile, LightHeaders, LightRequest, LightResponse, LightSignal } from './web.ts'

/*
 * Puts the simulated platform in the place of the real one. Imported before everything else: libraries look at the
 * platform when they are loaded.
 */

/** The clock and the random numbers of the running story. Each story gets new ones. */
export const world = { time: new Time(0), chance: new Random(1) }

const RealDate = Date
const deviceNow = () => Math.round(world.time.now + (world.time.owner?.skew ?? 0))

class WorldDate extends RealDate {
  constructor(...parts: unknown[]) {
    // The real constructor takes no argument, or the parts of a date.
    if (parts.length === 0) super(deviceNow())
    else super(...(parts as [number]))
  }
  static override now(): number {
    return deviceNow()
  }
}

const bit128 = () => Array.from({ length: 32 }, () => Math.floor(world.chance.next() * 16).toString(16)).join('')
const uuid = () => bit128().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const digest = async (_: string, bytes: ArrayBuffer) =>
  Uint8Array.from(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer

interface Gcm {
  iv: Uint8Array
  additionalData: Uint8Array
}
/** A key of the simulated platform is its bytes. */
interface PlainKey {
  raw: ArrayBuffer
}

const encrypt = async ({ iv, additionalData }: Gcm, { raw }: PlainKey, plain: Uint8Array) => {
  const cipher = createCipheriv('aes-256-gcm', new Uint8Array(raw), iv).setAAD(additionalData)
  const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return Uint8Array.from(bytes).buffer
}

const decrypt = async ({ iv, additionalData }: Gcm, { raw }: PlainKey, sealed: ArrayBuffer) => {
  const bytes = new Uint8Array(sealed)
  const cipher = createDecipheriv('aes-256-gcm', new Uint8Array(raw), iv).setAAD(additionalData)
  cipher.setAuthTag(bytes.subarray(-16))
  try {
    return Uint8Array.from(Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()])).buffer
  } catch {
    throw new DOMException('Not authentic', 'OperationError')
  }
}

/** A structured clone for what this app stores: plain data and bytes. */
const copy = (value: unknown): unknown => {
  if (typeof value === 'function' || typeof value === 'symbol') throw new DOMException('Not storable', 'DataCloneError')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copy)
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (value instanceof RealDate) return new RealDate(value.getTime())
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as Uint8Array)
  const made: Record<string, unknown> = {}
  for (const key of Object.keys(value)) made[key] = copy(Reflect.get(value, key))
  return made
}

const platform: Record<string, unknown> = {
  setImmediate: (run: (...rest: unknown[]) => void, ...rest: unknown[]) => world.time.queue(() => run(...rest)),
  clearImmediate: () => undefined,
  // Dexie calls it for each turn of its promises.
  queueMicrotask: microtask,
  setTimeout: (run: (...rest: unknown[]) => void, ms: number, ...rest: unknown[]) =>
    world.time.after(ms, () => run(...rest)),
  clearTimeout: (id: unknown) => world.time.clear(id),
  setInterval: (run: () => void, ms: number) => world.time.after(ms, run, ms),
  clearInterval: (id: unknown) => world.time.clear(id),
  Date: WorldDate,
  structuredClone: copy,
  crypto: {
    randomUUID: uuid,
    subtle: { digest, encrypt, decrypt },
    getRandomValues: (into: Uint8Array) => into.fill(7),
  },
  Request: LightRequest,
  Response: LightResponse,
  Headers: LightHeaders,
  Blob: LightBlob,
  File: LightFile,
  AbortController: LightController,
  AbortSignal: LightSignal,
  // Without it Dexie's instances send each other no changes. These tabs show nothing, so they need none.
  BroadcastChannel: undefined,
  ReadableStream: undefined,
}
for (const [name, value] of Object.entries(platform))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
Math.random = () => world.chance.next()
