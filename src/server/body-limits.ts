import type { Context, MiddlewareHandler } from 'hono'
import { Refused } from './errors.ts'

/** How a body may arrive. */
export interface BodyLimits {
  /** The most bytes. */
  limit: number
  /** Photos may take as long as a weak signal needs, if only they move; everything else arrives in `bodyMs`. */
  isUpload: boolean
}

/** Figures of patience, in one place for the tests to shorten. */
export const bodyTimeouts = {
  /** A body without files is here by then, and one with files never stands still for longer. */
  bodyMs: 20_000,
  /** Slower than this on average, an upload is no phone in a valley but somebody who holds the line. */
  uploadBytesPerSecond: 512,
}

/** Reads a body to its end, counting and timing as it goes: a chunked one declares no length. Throws 413 or 408. */
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
export const tooLarge = (limit: number) =>
  new Refused(413, `The request is larger than ${Math.floor(limit / 1024 / 1024)} MB`)

/** What is read of a body that nobody wants before the line is cut. */
const DRAIN_BYTES = 100 * 1024 * 1024

/**
 * Lets a refused request finish its sending, so that a browser reads the refusal instead of a broken connection; but
 * only within the same patience, after which the line is closed.
 */
export const drainRefused: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'GET' || c.req.method === 'HEAD') {
    // A body that comes with a GET is never read.
    if (c.req.header('Content-Length') ?? c.req.header('Transfer-Encoding')) c.header('Connection', 'close')
    return
  }
  const { raw } = c.req
  if (raw.bodyUsed || !raw.body || raw.body.locked) return
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
    // The answer is made already; all that is left to decide is that this connection ends with it.
    return false
  }
}

/** Reads a body part by part, within the limits of `readLimited`; waits for `take` where that takes its time. */
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
    // Free for `drainRefused` to read the rest.
    reader.releaseLock()
  }
}

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  // Whoever hung up is told nothing; the rejection belongs to nobody then.
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
