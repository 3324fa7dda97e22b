import ky from 'ky'
import { formerHeader, lookedHeader } from '../../contract/sync.ts'
import type { Wire } from '../../db/outbox.ts'
import { retryAfterInSeconds } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'
import { answerText } from './answer-text.ts'
import { asRequest, isNoAnswer, jsonOf, oneTry } from './ask.ts'
import { trackCall, withReadSlot } from './in-flight-calls.ts'
import { type ClockOf, type ServerClock, serverClock } from './server-clock.ts'

/** The result of one request. It is decided by status and shape, never by the text of a message. */
export type Outcome =
  | {
      kind: 'reply'
      status: number
      body: unknown
      keyed: boolean
      etag: string | null
      retryAfter: string | null
      /** null if the answer says nothing about it. */
      clock: ServerClock | null
      /** A 429 that echoes the key: our own server limits this call alone. A proxy's or another server's limits all. */
      limitsOne?: boolean
    }
  /** An answer that is not our server's: HTML, a redirect, a proxy's page. */
  | { kind: 'foreign'; status: number }
  /**
   * No answer: network error, time-out, page closed. It says nothing about what the server did. `overtaken`: given up
   * on a dead connection, because a question was answered on another.
   */
  | { kind: 'silence'; overtaken?: true }

/**
 * The time limit for a call without a file. It is shorter than `doubtWaitMs`, or a doubt could be cleared too early.
 */
export const callTimeoutMs = 30_000

/** A file, and an answer, may take as long as needed while bytes move; it is given up after this long without any. */
const stallMs = 60_000

/**
 * The time limit for a call with a file where nobody sees whether bytes move: in a service worker, which the browser
 * ends at about that time anyway. A dead line would otherwise keep the lock for as long as the worker lives.
 */
const unseenUploadMs = 5 * 60_000

/**
 * The device stores rows itself. A browser's own cache would also make a second request for the same URL wait for the
 * first, however long that one hangs.
 */
const cache: RequestCache = 'no-store'

/** What goes with a request besides its frozen bytes. */
interface Beside {
  files?: readonly FilePart[]
  /**
   * The last unknown outcome that was checked without finding the record. A front repeats the call only for that one.
   */
  looked?: number
  /** The server keeps its key, so the request may be given up on a dead connection and sent again at once. */
  hasty?: boolean
  /** The token, if it was read just now. */
  token?: string | null
  /** Only send with this token. With another one the sender must first learn which town it is. */
  as?: string | null
  /** The record's number in a town that was lost: 'observation:812'. */
  former?: string
}

/** Sends a frozen request once. Never throws for what a network or server does. */
export async function send(
  device: Device,
  wire: Wire,
  key: string,
  { files = [], looked = 0, hasty = false, token: known, as, former }: Beside = {},
): Promise<Outcome> {
  const token = known === undefined ? await device.token() : known
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
  const limit = ids.length > 0 ? unseenUploadMs : callTimeoutMs
  const clockOf = serverClock(device)
  try {
    if (ids.length > 0 && device.upload && body?.bytes instanceof Blob) {
      const answer = await watched(device, { url, headers, body: body.bytes }, ids)
      return await dropIfRefused(device, token, await readAnswer(answer, clockOf, key))
    }
    const init = { method: wire.method, headers, signal: flight.signal, cache, ...(body ? { body: body.bytes } : {}) }
    const answer = await ky(new Request(url, init), {
      ...oneTry,
      timeout: limit,
      fetch: asRequest((request) => device.fetch(request)),
    })
    flight.giveUpAfter(limit)
    const outcome = await readAnswer(answer, clockOf, key)
    flight.answered()
    return await dropIfRefused(device, token, outcome)
  } catch (error) {
    return flight.silence(error)
  } finally {
    flight.end()
    for (const id of ids) device.progress.delete(id)
  }
}

/**
 * Nothing was sent. It is treated as a refused session: the entry waits, and the next run first learns the server's
 * kind.
 */
const sessionChanged: Outcome = {
  kind: 'reply',
  status: 401,
  body: null,
  keyed: false,
  etag: null,
  retryAfter: null,
  clock: null,
}

/** How to read. `etag` asks for "not modified" (status 304, body null); `signal` aborts the request. */
interface Reading {
  etag?: string | null
  signal?: AbortSignal
}

/** How often a read that hung on a dead connection is repeated. */
const readAgain = 2

/** Reads with a GET. A read that hangs on a dead connection is repeated as soon as another connection works. */
export async function read(device: Device, url: string, reading: Reading = {}): Promise<Outcome> {
  // A read with the caller's own signal is a question that must find a working connection now.
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
  const clockOf = serverClock(device)
  try {
    const answer = await ky(new Request(device.base + url, { headers, cache }), {
      ...oneTry,
      timeout: callTimeoutMs,
      signal: signal ?? flight.signal,
      fetch: asRequest((request) => device.fetch(request)),
    })
    if (answer.status === 304) {
      const clock = clockOf(answer.headers)
      return { kind: 'reply', status: 304, body: null, keyed: false, etag, retryAfter: null, clock }
    }
    // A long list may take time. If its beginning arrived, the connection is not dead.
    flight.answered()
    const arrived = () => flight.giveUpAfter(stallMs)
    arrived()
    return await dropIfRefused(device, token, await readAnswer(answer, clockOf, '', arrived))
  } catch (error) {
    return flight.silence(error)
  } finally {
    flight.end()
  }
}

/** A request in flight. `kind`: whether it may be given up on a dead connection; null if it gets its full time. */
function takeOff(device: Device, kind: 'read' | 'sending' | null) {
  const given = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
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
    /** The head of an answer ends ky's time limit, so its body needs one of its own. */
    giveUpAfter(ms: number) {
      clearTimeout(timer)
      timer = setTimeout(() => given.abort(), ms)
    },
    /** What an error means for the request. Rethrows an error that is not a network failure. */
    silence(error: unknown): Outcome {
      if (!isNoAnswer(error)) throw error
      return isOvertaken ? { kind: 'silence', overtaken: true } : { kind: 'silence' }
    },
    end() {
      clearTimeout(timer)
      call?.ended(false)
      // In a browser without AbortSignal.any, ky stops waiting but lets the request go on. It would arrive after the
      // doubt has ended.
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
  bytes: Blob
}

/**
 * The body as bytes. They are the same for the same entry in every attempt, because the boundary is made from its key.
 */
function bodyOf(wire: Wire, key: string, files: readonly FilePart[]): { type: string; bytes: Blob | string } | null {
  if (wire.encoding === 'none') return null
  if (wire.encoding === 'json') return { type: 'application/json', bytes: wire.text ?? '' }
  if (wire.encoding === 'form') {
    return {
      type: 'application/x-www-form-urlencoded',
      bytes: new URLSearchParams(wire.fields ?? []).toString(),
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

/** An upload that is given up only if no byte has moved for `stallMs`. */
async function watched(
  device: Device,
  request: { url: string; headers: Record<string, string>; body: Blob },
  ids: readonly string[],
) {
  const control = new AbortController()
  let timer = setTimeout(() => control.abort(), stallMs)
  try {
    // Only called if the device has its own upload.
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

/** Drops a token that the server refused. A 401 ends only the session with which the call was sent. */
async function dropIfRefused(device: Device, token: string | null, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind === 'reply' && outcome.status === 401 && token) await device.tokenRefused(token)
  return outcome
}

async function readAnswer(
  answer: Response,
  clockOf: ClockOf,
  key: string,
  arrived: () => void = () => undefined,
): Promise<Outcome> {
  const { status, headers, redirected } = answer
  // Before the body, which may take long.
  const clock = clockOf(headers)
  const text = await answerText(answer, arrived)
  const retryAfter = retryAfterInSeconds(headers)
  const body = jsonOf(text)
  const keyed = key !== '' && (headers.get('Idempotency-Key') ?? '').replaceAll('"', '') === key
  const limitsOne = status === 429 && keyed
  // A documented server writes its 500 as plain text. Any 5xx means a server in trouble, whoever sent it.
  if (status >= 500 || status === 408 || status === 429)
    return { kind: 'reply', status, body, keyed: false, etag: null, retryAfter, clock: null, limitsOne }
  if (redirected || body === undefined || (status >= 300 && status < 400)) return { kind: 'foreign', status }
  return { kind: 'reply', status, body, keyed, etag: headers.get('ETag'), retryAfter, clock }
}
