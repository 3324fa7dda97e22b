import type { Progress } from '../device/device.ts'

/** The request to send. */
interface Upload {
  url: string
  headers: Record<string, string>
  body: Blob
  signal: AbortSignal
}

const bodyless = [204, 205, 304]

/**
 * Posts a file and reports progress, which fetch cannot. Throws TypeError without an answer, AbortError if given up.
 */
export const uploadWithProgress = ({ url, headers, body, signal }: Upload, progress: Progress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => progress(event.loaded, event.total)
    request.onload = () => {
      // A redirect ends at another URL, so the answer is not our server's.
      if (
        request.responseURL !== '' &&
        new URL(request.responseURL).pathname !== new URL(url, location.href).pathname
      ) {
        reject(new TypeError('Redirected'))
        return
      }
      // A response of these statuses may have no body; the constructor throws if it gets one.
      const body = bodyless.includes(request.status) ? null : request.responseText
      resolve(new Response(body, { status: request.status, headers: headersOf(request) }))
    }
    request.onerror = () => reject(new TypeError('Failed to send'))
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}
