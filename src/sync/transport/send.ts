import ky from 'ky'
import { formerHeader, lookedHeader } from '../../contract/sync.ts'
import type { Wire } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { asRequest, isNoAnswer, jsonOf, oneTry } from './ask.ts'
import { trackCall, withReadSlot } from './in-flight-calls.ts'

/** What became of one request. Decided by status and shape, never by the text of a message. */
export type Outcome =
  | {
      kind: 'reply'
      status: number
      body: unknown
      keyed: boolean
      etag: string | null
      retryAfter: string | null
      date: string | null
    }
  /** An answer that is not our server's: HTML, a redirect, a proxy's page. */
  | { kind: 'foreign'; status: number }
  /**
   * No answer: network error, time-out, page closed. Says nothing about what the server did. `overtaken`: given up on a
   * dead line, because a question was answered on another.
   */
  | { kind: 'silence'; overtaken?: true }

/** How long a call without a file may take. Shorter than `doubtWaitMs`, or a doubt could be cleared too early. */
export const callTimeoutMs = 30_000

/** A file may take as long as it takes, while bytes move; after this long without any it is given up. */
const stallMs = 60_000

/**
 * Rows are kept by the device itself. A browser's own cache would also let a second request for the same address wait
 * for the first, however long that one hangs.
 */
const cache: RequestCache = 'no-store'

/** What goes with a request beside its frozen bytes. */
interface Beside {
  files?: readonly FilePart[]
  /** The last doubt that was looked into without finding the record: a front sends it again for no other. */
  looked?: number
  /** The server keeps its key, so that it may be given up on a dead line and sent again at once. */
  hasty?: boolean
  /** Only under this token: with another one the sender must first learn what town it is. */
  as?: string | null
  /** The number that the record had in a town that was lost: 'observation:812'. */
  former?: string
}

/** Sends a frozen request once. Never throws for what a network or server does. */
export async function send(
  device: Device,
  wire: Wire,
  key: string,
  { files = [], looked = 0, hasty = false, as, former }: Beside = {},
): Promise<Outcome> {
  const token = await device.token()
  if (as !== undefined && token !== as) return sessionChanged
  const headers: Record<string, string> = { 'Idempotency-Key': `"${key}"`, Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (wire.ifMatch) headers['If-Match'] = wire.ifMatch
  if (looked > 0) headers[lookedHeader] = String(looked)
  if (former) headers[formerHeader] = former
  const body = bodyOf(wire, key, files)
  const ids = files.map((it) => it.id)
  if (body) headers['Content-Type'] = body.type
  const url = device.base + wire.url
  const flight = takeOff(device, hasty && ids.length === 0 ? 'sending' : null)
  try {
    if (ids.length > 0 && device.upload && body) {
      const answer = await watched(device, { url, headers, body: body.bytes }, ids)
      return await heeded(device, token, await readAnswer(answer, key, false))
    }
    const init = { method: wire.method, headers, signal: flight.signal, cache, ...(body ? { body: body.bytes } : {}) }
    const answer = await ky(new Request(url, init), {
      ...oneTry,
      timeout: ids.length > 0 ? false : callTimeoutMs,
      fetch: asRequest((request) => device.fetch(request)),
    })
    const outcome = await readAnswer(answer, key, answer.redirected)
    flight.answered()
    return await heeded(device, token, outcome)
  } catch (error) {
    return flight.silence(error)
  } finally {
    flight.end()
    for (const id of ids) device.progress.delete(id)
  }
}

/** Nothing was sent. Treated as a refused session: the entry waits, and the next run first learns the server's kind. */
const sessionChanged: Outcome = {
  kind: 'reply',
  status: 401,
  body: null,
  keyed: false,
  etag: null,
  retryAfter: null,
  date: null,
}

/** How to read. `etag` asks for "not modified" (status 304, body null); `signal` gives the request up. */
interface Reading {
  etag?: string | null
  signal?: AbortSignal
}

/** How often a read that hung on a dead connection is repeated. */
const readAgain = 2

/** Reads with a GET. A read that hangs on a dead connection is repeated as soon as another connection works. */
export async function read(device: Device, url: string, reading: Reading = {}): Promise<Outcome> {
  // A read with a signal of its caller is a question that must find a working connection now.
  if (reading.signal) return readOnce(device, url, reading)
  return withReadSlot(device, async () => {
    for (let times = 0; ; times++) {
      const outcome = await readOnce(device, url, reading)
      if (outcome.kind !== 'silence' || !outcome.overtaken || times === readAgain) return outcome
    }
  })
}

async function readOnce(device: Device, url: string, { etag = null, signal }: Reading): Promise<Outcome> {
  const token = await device.token()
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (etag) headers['If-None-Match'] = etag
  const flight = takeOff(device, signal ? null : 'read')
  try {
    const answer = await ky(new Request(device.base + url, { headers, cache }), {
      ...oneTry,
      timeout: callTimeoutMs,
      signal: signal ?? flight.signal,
      fetch: asRequest((request) => device.fetch(request)),
    })
    if (answer.status === 304)
      return { kind: 'reply', status: 304, body: null, keyed: false, etag, retryAfter: null, date: null }
    // A long list may take its time: the line that brought its beginning is not dead.
    flight.answered()
    return await heeded(device, token, await readAnswer(answer, '', answer.redirected))
  } catch (error) {
    return flight.silence(error)
  } finally {
    flight.end()
  }
}

/** A request under way. `kind`: how it may be given up on a dead connection; null when it keeps its whole time. */
function takeOff(device: Device, kind: 'read' | 'sending' | null) {
  const given = new AbortController()
  let isOvertaken = false
  const call = kind
    ? trackCall(device, kind, () => {
        isOvertaken = true
        given.abort()
      })
    : null
  return {
    signal: given.signal,
    answered: () => call?.ended(true),
    /** What an error means for the request; rethrows an error that is not of the network. */
    silence(error: unknown): Outcome {
      if (!isNoAnswer(error)) throw error
      return isOvertaken ? { kind: 'silence', overtaken: true } : { kind: 'silence' }
    },
    end() {
      call?.ended(false)
      // Where a browser has no AbortSignal.any, ky waits no longer, but lets the request go on: it would arrive later
      // than a doubt lasts.
      given.abort()
    },
  }
}

/** A file part of a multipart body. */
export interface FilePart {
  /** The photo's id. */
  id: string
  field: string
  filename: string
  type: string
  bytes: ArrayBuffer
}

/** The body as bytes, the same for the same entry at every attempt: the boundary is made of its key. */
function bodyOf(wire: Wire, key: string, files: readonly FilePart[]): { type: string; bytes: Blob } | null {
  if (wire.encoding === 'none') return null
  if (wire.encoding === 'json') return { type: 'application/json', bytes: new Blob([wire.text ?? '']) }
  if (wire.encoding === 'form') {
    return {
      type: 'application/x-www-form-urlencoded',
      bytes: new Blob([new URLSearchParams(wire.fields ?? []).toString()]),
    }
  }
  const boundary = `codesoft-${key}`
  const parts: BlobPart[] = (wire.fields ?? []).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  for (const file of files) {
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${file.field}"; filename="${file.filename}"\r\nContent-Type: ${file.type}\r\n\r\n`,
      file.bytes,
      '\r\n',
    )
  }
  parts.push(`--${boundary}--\r\n`)
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: new Blob(parts) }
}

/** An upload that is given up only when no byte has moved for `stallMs`. */
async function watched(
  device: Device,
  request: { url: string; headers: Record<string, string>; body: Blob },
  ids: readonly string[],
) {
  const control = new AbortController()
  let timer = setTimeout(() => control.abort(), stallMs)
  try {
    // Only called where the device has an upload of its own.
    if (!device.upload) throw new TypeError('No upload')
    return await device.upload({ ...request, signal: control.signal }, (sent, total) => {
      for (const id of ids) device.progress.set(id, { sent, total })
      clearTimeout(timer)
      timer = setTimeout(() => control.abort(), stallMs)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** A 401 ends the session with which the call was sent, and no other. */
async function heeded(device: Device, token: string | null, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind === 'reply' && outcome.status === 401 && token) await device.tokenRefused(token)
  return outcome
}

async function readAnswer(answer: Response, key: string, redirected: boolean): Promise<Outcome> {
  const { status, headers } = answer
  const text = await answer.text()
  const retryAfter = headers.get('Retry-After')
  // A documented server writes its 500 as plain text; any 5xx is a server in trouble, whoever says so.
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'reply', status, body: jsonOf(text), keyed: false, etag: null, retryAfter, date: null }
  const body = jsonOf(text)
  if (redirected || body === undefined || (status >= 300 && status < 400)) return { kind: 'foreign', status }
  const keyed = key !== '' && (headers.get('Idempotency-Key') ?? '').replaceAll('"', '') === key
  return { kind: 'reply', status, body, keyed, etag: headers.get('ETag'), retryAfter, date: headers.get('Date') }
}
