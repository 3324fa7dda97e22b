import { fileNameIn } from '../../rules/file-names.ts'
import type { Device } from '../device/device.ts'
import { recordAnswer } from '../transport/connection.ts'
import { CallError, problemOf } from '../transport/problem.ts'
import type { Outcome } from '../transport/send.ts'

/** A document may take this long to be made and to arrive. */
const downloadTimeoutMs = 120_000

/** A file as the server gave it. */
interface Downloaded {
  file: Blob
  /** The name that the server gave it; null where it gave none, or where the browser may not read it. */
  name: string | null
}

/** Fetches a file of the given media type by a documented call. Throws CallError. */
export async function download(device: Device, url: string, mediaType: string): Promise<Downloaded> {
  const token = await device.token()
  const request = new Request(device.base + url, {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(downloadTimeoutMs),
  })
  const got = await answerTo(device, request)
  const outcome = await outcomeOf(got, mediaType)
  await recordAnswer(device, outcome)
  const problem = problemOf(outcome)
  if (problem?.kind === 'signedOut' && token) await device.tokenRefused(token)
  if (problem || !got) throw new CallError(problem ?? { kind: 'noSignal' })
  return { file: got.file, name: fileNameIn(got.answer.headers.get('Content-Disposition')) }
}

/** null when there was no answer. */
async function answerTo(device: Device, request: Request): Promise<{ answer: Response; file: Blob } | null> {
  try {
    const answer = await device.fetch(request)
    return { answer, file: await answer.blob() }
  } catch (error) {
    // TypeError: no network; the others: given up. Anything else is a bug and must show.
    if (error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(error.name))
      return null
    throw error
  }
}

async function outcomeOf(got: { answer: Response; file: Blob } | null, mediaType: string): Promise<Outcome> {
  if (!got) return { kind: 'silence' }
  const { answer, file } = got
  const { status, headers } = answer
  // A sign-in page of a network answers 200 as well.
  if (answer.redirected || (answer.ok && !file.type.startsWith(mediaType))) return { kind: 'foreign', status }
  const body = answer.ok ? null : jsonOf(await file.text())
  return { kind: 'reply', status, body, keyed: false, etag: null, retryAfter: null, date: headers.get('Date') }
}

/** null for text that is no JSON: the words of a refusal are then our own. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
