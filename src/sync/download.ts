import { fileNameIn } from '../rules/file-names.ts'
import type { Device } from './device.ts'
import { CallError, detailOf, type Problem } from './problem.ts'

/** A document may take this long to be made and to arrive. */
const downloadTimeoutMs = 120_000

/** A file as the server gave it. */
export interface Downloaded {
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
  const { answer, file } = await fileOf(device, request)
  const problem = await problemOf(answer, file, mediaType)
  if (problem?.kind === 'signedOut') await device.tokenRefused()
  if (problem) throw new CallError(problem)
  return { file, name: fileNameIn(answer.headers.get('Content-Disposition')) }
}

async function fileOf(device: Device, request: Request): Promise<{ answer: Response; file: Blob }> {
  try {
    const answer = await device.fetch(request)
    return { answer, file: await answer.blob() }
  } catch (error) {
    // TypeError: no network; the others: given up. Anything else is a bug and must show.
    if (error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(error.name))
      throw new CallError({ kind: 'noSignal' })
    throw error
  }
}

async function problemOf(answer: Response, file: Blob, mediaType: string): Promise<Problem | null> {
  const { status, redirected } = answer
  if (status === 401) return { kind: 'signedOut' }
  if (status >= 500 || status === 408 || status === 429) return { kind: 'serverDown', status }
  // A sign-in page of a network answers 200 as well.
  if (answer.ok) return redirected || !file.type.startsWith(mediaType) ? { kind: 'foreign' } : null
  const said = detailOf(await jsonOf(file))
  return { kind: 'refused', status, detail: said ?? `The server answered ${status}` }
}

/** null for a file that is no JSON. */
async function jsonOf(file: Blob): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return null
  }
}
