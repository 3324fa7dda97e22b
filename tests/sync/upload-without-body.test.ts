import { afterEach, expect, test, vi } from 'vitest'
import { uploadWithProgress } from '../../src/sync/transport/upload.ts'

afterEach(() => vi.unstubAllGlobals())

/** As browsers have it. The server of other tests in this process brings one that takes any body. */
class BrowserResponse extends Response {
  constructor(body: BodyInit | null, init: ResponseInit) {
    if (body !== null && [204, 205, 304].includes(init.status ?? 200)) throw new TypeError('Invalid status code')
    super(body, init)
  }
}

test.each([204, 205, 304])('an upload that is answered with %i and no body ends', async (status) => {
  class Request {
    upload = {}
    status = status
    responseText = ''
    responseURL = ''
    onload = () => undefined
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => ''
    send = () => this.onload()
  }
  vi.stubGlobal('Response', BrowserResponse)
  vi.stubGlobal('XMLHttpRequest', Request)
  const upload = {
    url: 'http://town.example/a',
    headers: {},
    body: new Blob(['a']),
    signal: new AbortController().signal,
  }
  const answer = await uploadWithProgress(upload, () => undefined)
  expect(answer.status).toBe(status)
})
