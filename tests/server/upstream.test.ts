import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { testFront } from '../harness/front.ts'
import { office } from '../harness/office.ts'
import { startProcess } from '../harness/processes.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The front on a real port, before the server at this address. */
const front = async (api: string, settings: Record<string, string> = {}) => {
  const opened = await testFront(api, { settings })
  closers.push(opened.close)
  return opened.url
}

/** Another server, made of one function. */
const other = async (answer: RequestListener) => {
  const server: Server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { server, url: `http://127.0.0.1:${address instanceof Object ? address.port : 0}` }
}

describe('the app in front of a documented server', () => {
  const open = async () => {
    const records = await office({ profile: 'documented' })
    closers.push(() => records.close())
    return { records, url: await front(`${records.url}/api`) }
  }

  test('SE-01 signs in, reads, writes and uploads through it, with its answers unchanged', async () => {
    const { records, url } = await open()
    const { ons } = records.people
    const body = new URLSearchParams({ username: ons.email, password: ons.password })
    const signedIn = await fetch(`${url}/api/login`, { method: 'POST', body })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const headers = { Authorization: `Bearer ${access_token}` }
    const visit = await addObservation(records)
    const area = await fetch(`${url}/api/inspections/${visit.inspectionId}/areas`, {
      method: 'POST',
      body: '{"name":"Küche"}',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': 'area-1' },
    })
    expect([area.status, area.headers.get('Idempotency-Key'), area.headers.get('ETag')]).toEqual([200, 'area-1', null])
    expect(((await area.json()) as { name: string }).name).toBe('Küche')
    const photo = await fetch(`${url}/api/observations/${visit.observationId}/photos`, {
      method: 'POST',
      body: uploadOf(await jpeg(900, 700), 'stairs.jpg'),
      headers,
    })
    expect(photo.status).toBe(201)
    const seen = await fetch(`${url}/api/areas/${visit.areaId}/observations`, { headers })
    const direct = await fetch(`${records.url}/api/areas/${visit.areaId}/observations`, { headers })
    // A documented server signs the addresses of files again in every answer.
    const withoutSignature = (text: string) => text.replaceAll(/&sp=[\w-]+/g, '')
    const unchanged = withoutSignature(await direct.text())
    expect(withoutSignature(await seen.text())).toBe(unchanged)
    expect(unchanged).toContain('stairs.jpg')
    const missing = await fetch(`${url}/api/sync/changes`, { headers })
    expect([missing.status, await missing.json()]).toEqual([404, { detail: 'Not Found' }])
  })

  test('C-12 its redirects stay within the app', async () => {
    const { records, url } = await open()
    const answer = await fetch(`${url}/api/rooms?skip=1`, {
      headers: { Authorization: `Bearer ${records.people.ons.token}` },
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([307, '/api/rooms/?skip=1'])
  })

  test('its settings are our own, and its id is the same at every start and another for another server', async () => {
    const { records, url } = await open()
    const settings = async (at: string) => (await fetch(`${at}/config.json`)).json() as Promise<{ townId: string }>
    const first = await settings(url)
    expect(first).toMatchObject({ townName: 'Fernhill', timeZone: 'America/New_York', townId: expect.any(String) })
    expect((await settings(await front(`${records.url}/api/`))).townId).toBe(first.townId)
    expect((await settings(await front('http://127.0.0.1:9/api'))).townId).not.toBe(first.townId)
    expect((await settings(await front(`${records.url}/api`, { TOWN_ID: 'fernhill-1' }))).townId).toBe('fernhill-1')
  })
})

describe('calls that pass', () => {
  test('method, query, body and headers, but for those of the connection; the caller is named', async () => {
    const seen: { line: string; headers: Record<string, unknown>; body: string }[] = []
    const { url: api } = await other((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
        response.writeHead(418, [
          ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Total-Count', '7', 'Clear-Site-Data', '"*"'],
          ...['Connection', 'X-Hop', 'X-Hop', 'here', 'Keep-Alive', 'timeout=9', 'Content-Type', 'text/plain'],
        ])
        response.end('short and stout')
      })
    })
    const url = await front(`${api}/v1`)
    const answer = await fetch(`${url}/api/areas/7/x%2Fy?q=a%20b&q=%27`, {
      method: 'PATCH',
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json', 'If-Match': '"7-1"', 'X-Forwarded-For': '203.0.113.9', TE: 'x' },
    })
    expect([answer.status, await answer.text()]).toEqual([418, 'short and stout'])
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(['X-Total-Count', 'X-Hop', 'Clear-Site-Data'].map((name) => answer.headers.get(name))).toEqual([
      '7',
      null,
      null,
    ])
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const [asked] = seen
    expect([asked?.line, asked?.body]).toEqual(['PATCH /v1/areas/7/x%2Fy?q=a%20b&q=%27', '{"a":1}'])
    expect(asked?.headers).toMatchObject({
      'if-match': '"7-1"',
      'content-type': 'application/json',
      'content-length': '7',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(url).host,
      host: new URL(api).host,
    })
    expect(asked?.headers.te).toBeUndefined()
  })

  test('a path never leads to another host, and a token never goes to one', async () => {
    const lines: string[] = []
    const { url: api } = await other((request, response) => {
      lines.push(String(request.url))
      response.end('{}')
    })
    const url = await front(api)
    for (const path of [
      '/api//evil.example/x',
      '/api/\\\\evil.example/x',
      '/api/@evil.example',
      '/api/%2f%2fevil.example',
    ])
      expect((await fetch(url + path)).status, path).toBe(200)
    expect(lines).toEqual(['//evil.example/x', '///evil.example/x', '/@evil.example', '/%2f%2fevil.example'])
  })

  test('answers flow: the beginning of an answer arrives before its end', async () => {
    const { url: api } = await other((_, response) => {
      response.write('first ')
      setTimeout(() => response.end('last'), 400)
    })
    const url = await front(api)
    const begun = performance.now()
    const reader = (await fetch(`${url}/api/slow`)).body!.getReader()
    const first = await reader.read()
    expect([new TextDecoder().decode(first.value), performance.now() - begun < 350]).toEqual(['first ', true])
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('last')
  })

  test('a large upload is never held: while the other server reads nothing, only buffers of sockets fill', async () => {
    let received = 0
    let readAll = () => {}
    const { url: api } = await other((request, response) => {
      readAll = () => request.on('data', (chunk) => (received += chunk.length))
      request.on('end', () => response.end(String(received)))
    })
    const url = await front(api)
    const megabyte = new Uint8Array(1024 * 1024)
    const all = 60
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < all ? controller.enqueue(megabyte) : controller.close()),
    })
    const answer = fetch(`${url}/api/large`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    for (let before = -1; sent > before || sent === 0; ) {
      before = sent
      await new Promise((done) => setTimeout(done, 500))
    }
    expect(sent).toBeLessThan(all / 3)
    readAll()
    expect(await (await answer).text()).toBe(String(all * 1024 * 1024))
  })

  test('answers without a body, and HEAD', async () => {
    const { url: api } = await other((request, response) => {
      response.writeHead(request.url === '/none' ? 204 : request.url === '/same' ? 304 : 200, { ETag: '"1"' })
      response.end()
    })
    const url = await front(api)
    expect((await fetch(`${url}/api/none`, { method: 'DELETE' })).status).toBe(204)
    expect((await fetch(`${url}/api/same`)).status).toBe(304)
    const head = await fetch(`${url}/api/x`, { method: 'HEAD' })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, '"1"', ''])
  })
})

describe('when the other server is not well', () => {
  test('not there: 503 with Retry-After and {detail}, for an upload too; the app itself goes on', async () => {
    const { url: api, server } = await other((_, response) => response.end('{}'))
    const url = await front(api)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    for (const init of [{}, { method: 'POST', body: new Uint8Array(5 * 1024 * 1024) }]) {
      const answer = await fetch(`${url}/api/areas/7`, init)
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
      expect(await answer.json()).toEqual({ detail: expect.stringContaining('Nothing was sent to it') })
    }
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/config.json`)).status).toBe(200)
  })

  test('breaks off before its answer: 502, as it may have done the work', async () => {
    const { url: api } = await other((request) => request.socket.destroy())
    const answer = await fetch(`${await front(api)}/api/rooms/`, { method: 'POST', body: '{}' })
    expect([answer.status, await answer.json()]).toEqual([502, { detail: expect.stringContaining('broke off') }])
    const read = await fetch(`${await front(api)}/api/rooms/`)
    expect([read.status, read.headers.get('Retry-After')]).toEqual([503, '2'])
  })

  test('breaks off within its answer: the caller sees a broken answer, never a short one', async () => {
    const { url: api } = await other((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('[{"id":1},')
      setTimeout(() => request.socket.destroy(), 50)
    })
    await expect(fetch(`${await front(api)}/api/rooms/`).then((it) => it.text())).rejects.toThrow()
  })

  test('refuses a large body before its end: the refusal arrives', async () => {
    const { url: api } = await other((request, response) => {
      response.writeHead(413, { 'Content-Type': 'application/json' })
      response.end('{"detail":"Too large"}')
      request.resume()
    })
    const answer = await fetch(`${await front(api)}/api/photos`, {
      method: 'POST',
      body: new Uint8Array(3 * 1024 * 1024),
    })
    expect([answer.status, await answer.json()]).toEqual([413, { detail: 'Too large' }])
  })
})

describe('photos that lie elsewhere', () => {
  test('AR-14 come under our own origin: the addresses in answers are exchanged, the token stays here', async () => {
    const asked: { url: string | undefined; authorization: string | undefined }[] = []
    const store = await other((request, response) => {
      asked.push({ url: request.url, authorization: request.headers.authorization })
      response.setHeader('Content-Type', request.url?.includes('page') ? 'text/html' : 'image/jpeg')
      response.end('bytes')
    })
    const rows = (n: number) =>
      JSON.stringify(
        Array.from({ length: n }, (_, id) => ({
          id,
          url: `${store.url}/town/a b.jpg?sig=x%3D`,
          content: `see ${store.url}/town`,
        })),
      )
    const records = await other((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(rows(request.url === '/many' ? 200 : 1))
    })
    const url = await front(records.url, { UPSTREAM_FILES: store.url })
    const [photo] = (await (await fetch(`${url}/api/one`)).json()) as { url: string; content: string }[]
    expect(photo).toMatchObject({ url: '/api/files/town/a b.jpg?sig=x%3D', content: `see ${store.url}/town` })
    const many = await fetch(`${url}/api/many`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([many.headers.get('Content-Encoding'), ((await many.json()) as unknown[]).length]).toEqual(['gzip', 200])
    const shown = await fetch(url + photo!.url, { headers: { Authorization: 'Bearer secret' } })
    expect([shown.status, await shown.text(), shown.headers.get('Content-Disposition')]).toEqual([200, 'bytes', null])
    const page = await fetch(`${url}/api/files/town/page`)
    expect([page.headers.get('Content-Disposition'), page.headers.get('Content-Security-Policy')]).toEqual([
      'attachment',
      "sandbox; default-src 'none'",
    ])
    expect(asked).toEqual([
      { url: '/town/a%20b.jpg?sig=x%3D', authorization: undefined },
      { url: '/town/page', authorization: undefined },
    ])
  })

  test('without that setting answers pass untouched, compressed as they are', async () => {
    const packed = gzipSync('{"url":"http://store.example/a.jpg"}')
    const records = await other((_, response) => {
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
        'Content-Length': packed.length,
      })
      response.end(packed)
    })
    const url = await front(records.url)
    expect(await (await fetch(`${url}/api/x`)).json()).toEqual({ url: 'http://store.example/a.jpg' })
  })
})

describe('the settings', () => {
  test('are checked at the start', () => {
    expect(() => readConfig({ API_UPSTREAM: 'records.example' })).toThrow('API_UPSTREAM: is no http address')
    expect(() => readConfig({ API_UPSTREAM: 'http://a.example', S3_ENDPOINT: 'http://s.example' })).toThrow(
      /leave S3_ENDPOINT/,
    )
    expect(() => readConfig({ TOWN_ID: '../x' })).toThrow(/TOWN_ID/)
  })

  test('a server with an upstream starts a database for its keys, and stops in good order', async () => {
    const folder = await office()
    closers.push(() => folder.close())
    const data = `${folder.config.dataFolder}/front`
    const started = await startProcess({ API_UPSTREAM: `${folder.url}/api`, DATA_FOLDER: data })
    // Its lines come one after the other; the address is the first.
    await expect.poll(() => started.said()).toContain('calls are passed on to it')
    expect((await fetch(`${started.address}/api/user`)).status).toBe(401)
    expect(await started.stop()).toBe(0)
    expect(existsSync(`${data}/database-password`)).toBe(true)
  }, 120_000)
})
