import { fileNameIn } from '../../rules/file-names.ts'
import type { Device } from '../device/device.ts'
import { ask, jsonOf } from '../transport/ask.ts'
import { recordAnswer } from '../transport/connection.ts'
import { CallError, problemOf } from '../transport/problem.ts'
import type { Outcome } from '../transport/send.ts'
import { type ServerClock, serverClock } from '../transport/server-clock.ts'

/** The time limit for making and receiving a document. */
const downloadTimeoutMs = 120_000

/** A file from the server. */
interface Downloaded {
  file: Blob
  /** The server's name for it; null if it has none or the browser may not read it. */
  name: string | null
}

/** Downloads a file of the given media type with a documented call. Throws CallError. */
export async function download(device: Device, url: string, mediaType: string): Promise<Downloaded> {
  const token = await device.token()
  const request = new Request(device.base + url, { headers: token ? { Authorization: `Bearer ${token}` } : {} })
  const clockOf = serverClock(device)
  const got = await ask(
    (request) => device.fetch(request),
    request,
    downloadTimeoutMs,
    async (answer) => ({
      answer,
      clock: clockOf(answer.headers),
      file: await answer.blob(),
    }),
  )
  const outcome = await outcomeOf(got, mediaType)
  await recordAnswer(device, outcome)
  const problem = problemOf(outcome)
  if (problem?.kind === 'signedOut' && token) await device.tokenRefused(token)
  if (problem || !got) throw new CallError(problem ?? { kind: 'noSignal' })
  return { file: got.file, name: fileNameIn(got.answer.headers.get('Content-Disposition')) }
}

interface Got {
  answer: Response
  clock: ServerClock | null
  file: Blob
}

async function outcomeOf(got: Got | null, mediaType: string): Promise<Outcome> {
  if (!got) return { kind: 'silence' }
  const { answer, clock, file } = got
  const { status } = answer
  // The sign-in page of a public network also answers 200.
  if (answer.redirected || (answer.ok && !file.type.startsWith(mediaType))) return { kind: 'foreign', status }
  // A refusal that is not JSON gets our own words.
  const body = answer.ok ? null : (jsonOf(await file.text()) ?? null)
  return { kind: 'reply', status, body, keyed: false, etag: null, retryAfter: null, clock }
}
