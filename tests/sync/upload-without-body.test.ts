import { expect, test } from 'vitest'
import { uploadWithProgress } from '../../src/sync/transport/upload.ts'

// Without a server in this process: the one of the tests brings a Response of its own, which throws nothing.
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
    send = () => queueMicrotask(() => this.onload())
  }
  const usual = globalThis.XMLHttpRequest
  Object.assign(globalThis, { XMLHttpRequest: Request })
  const upload = {
    url: 'http://town.example/a',
    headers: {},
    body: new Blob(['a']),
    signal: new AbortController().signal,
  }
  const answer = await uploadWithProgress(upload, () => undefined)
  Object.assign(globalThis, { XMLHttpRequest: usual })
  expect(answer.status).toBe(status)
})
