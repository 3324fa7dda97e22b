import type { Context, MiddlewareHandler } from 'hono'
import { Refused } from './errors.ts'

/** Limits of a request body. */
export interface BodyLimits {
  /** The most bytes. */
  limit: number
  /**
   * Uploads may take as long as a weak signal needs, as long as data arrives. Every other body must arrive within
   * `bodyMs`.
   */
  isUpload: boolean
}

/** Timeouts of bodies, in one place so that tests can shorten them. */
export const bodyTimeouts = {
  /** The time for a body without files, and the longest pause of a body with files. */
  bodyMs: 20_000,
  /** The slowest average speed of an upload. A slower sender only occupies the connection. */
  uploadBytesPerSecond: 512,
}

/**
 * Reads a body to its end and counts and times it on the way, because a chunked body declares no length. Throws 413 or
 * 408.
 */
export const readLimited = async (
  body: ReadableStream<Uint8Array> | null,
  { limit, isUpload }: BodyLimits,
): Promise<Buffer> => {
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  await eachChunk(body, isUpload, async (chunk) => {
    length += chunk.byteLength
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}

/** The refusal of a body above `limit` bytes. */
export const tooLarge = (limit: number) => {
  const kB = Math.floor(limit / 1024)
  return new Refused(413, `The request is larger than ${kB < 1024 ? `${kB} kB` : `${Math.floor(kB / 1024)} MB`}`)
}

/** The most bytes of a refused body that are still read before the connection is closed. */
const DRAIN_BYTES = 100 * 1024 * 1024

/**
 * Reads the rest of a refused request, so that a browser sees the refusal instead of a broken connection. The same
 * timeouts apply; after them the connection is closed.
 */
export const drainRefused: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'GET' || c.req.method === 'HEAD') {
    // The body of a GET is never read.
    if (c.req.header('Content-Length') ?? c.req.header('Transfer-Encoding')) c.header('Connection', 'close')
    return
  }
  const { raw } = c.req
  if (!raw.body || raw.body.locked) return
  if (!(await drain(c, raw.body))) c.header('Connection', 'close')
}

const drain = async (c: Context, body: ReadableStream<Uint8Array>): Promise<boolean> => {
  if (Number(c.req.header('Content-Length') ?? 0) > DRAIN_BYTES) return false
  let left = DRAIN_BYTES
  try {
    await eachChunk(body, false, async (chunk) => {
      left -= chunk.byteLength
      if (left < 0) throw tooLarge(DRAIN_BYTES)
    })
    return true
  } catch {
    // The answer is made already. The connection is closed after it.
    return false
  }
}

/** Reads a body chunk by chunk within the limits of `readLimited`, and waits for `take` after each chunk. */
export const eachChunk = async (
  body: ReadableStream<Uint8Array>,
  isUpload: boolean,
  take: (chunk: Uint8Array) => void | Promise<void>,
) => {
  const reader = body.getReader()
  const start = Date.now()
  let length = 0
  try {
    for (;;) {
      const spent = Date.now() - start
      if (isUpload && spent > bodyTimeouts.bodyMs && length < (bodyTimeouts.uploadBytesPerSecond * spent) / 1000)
        throw tooSlow()
      const part = await within(isUpload ? bodyTimeouts.bodyMs : bodyTimeouts.bodyMs - spent, reader.read())
      if (part.done) return
      length += part.value.byteLength
      await take(part.value)
    }
  } finally {
    // `drainRefused` may read the rest.
    reader.releaseLock()
  }
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  // Nobody awaits the rejection when the sender has hung up.
  work.catch(() => undefined)
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, ms))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = () => new Refused(408, 'The request took too long to arrive', { Connection: 'close' })
