import { afterEach, expect, test, vi } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { Directory } from '../../src/db/directory.ts'
import { deviceFor } from '../../src/sync/session/open-device.ts'

afterEach(() => vi.unstubAllGlobals())

const refused = {
  status: 401,
  head: 'device-order: clear\r\ncontent-type: application/json',
  text: '{"detail":"Signed out"}',
}

/** An XMLHttpRequest to a server that refuses the session, and orders this device to clear itself. */
class Refusing {
  upload = {}
  status = 0
  response: unknown
  responseText = ''
  onload: (() => void) | undefined
  open() {}
  setRequestHeader() {}
  abort() {}
  responseURL = ''
  getAllResponseHeaders = () => refused.head
  send() {
    Object.assign(this, { status: refused.status, responseText: refused.text, response: refused.text })
    queueMicrotask(() => this.onload?.())
  }
}

test('the office’s order to clear a lost phone is obeyed on whatever it sends next, a photo too', async () => {
  vi.stubGlobal('location', { origin: 'http://town.example' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('XMLHttpRequest', Refusing)
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401, headers: { 'Device-Order': 'clear' } }))
  const ordered: string[] = []
  const directory = new Directory()
  const person = { userId: 7 } as Parameters<typeof deviceFor>[2]
  const town = { doubtWaitMs: 1, inFlight: 1 } as Parameters<typeof deviceFor>[3]
  const device = deviceFor(new DeviceDatabase('order'), directory, person, town, {
    wake: () => undefined,
    mustClear: (token) => ordered.push(token),
  })
  const headers = { Authorization: 'Bearer of-the-lost-phone' }
  await device.fetch(new Request('http://town.example/api/user', { headers }))
  const { signal } = new AbortController()
  await device.upload?.(
    { url: 'http://town.example/api/photos', headers, body: new Blob(['x']), signal },
    () => undefined,
  )
  expect(ordered).toEqual(['of-the-lost-phone', 'of-the-lost-phone'])
})
