import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forwardRequest } from '../../src/server/upstream/forward-request.ts'
import { reachableAddresses } from '../../src/server/upstream/reachable-addresses.ts'
import { testFront } from '../harness/front.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-front-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const front = async (api: string, more: Record<string, string> = {}) => {
  const opened = await testFront(api, { settings: { DATA_FOLDER: folder, ...more } })
  closers.push(opened.close)
  return opened.url
}

const other = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${address instanceof Object ? address.port : 0}`
}

/** A store of files that notes what it was asked. */
const storeOf = async (answer: RequestListener) => {
  const asked: { line: string; headers: Record<string, unknown> }[] = []
  const url = await other((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    answer(request, response)
  })
  return { url, asked }
}

/** A server of the documented API that gives every caller these rows. */
const recordsOf = (rows: unknown) =>
  other((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(rows))
  })

/** The first photo of inspection 7, as the front names it. */
const firstPhoto = async (url: string) => {
  const [photo] = (await (await fetch(`${url}/api/inspections/7/photos`)).json()) as { url: string }[]
  return photo?.url ?? ''
}

const signature = 'st=2026-11-20T17%3A28%3A23Z&sp=r&sig=E70fgbb%2B8%3D'
const image: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Set-Cookie': 'store=1', 'X-Ms-Request-Id': '7' })
  response.end('bytes')
}

describe('photos of a documented server whose files lie elsewhere, with API_UPSTREAM alone', () => {
  test('AR-14 an address that an answer named is fetched by us: signature whole, token kept here, sandboxed', async () => {
    const store = await storeOf(image)
    const address = `${store.url}/town/blobs/inspections/7/a%20b.jpg?${signature}`
    const records = await recordsOf([{ filename: 'a b.jpg', url: address, poster_url: null, extra: 200.5 }])
    const url = await front(records)
    const list = await fetch(`${url}/api/inspections/7/photos`)
    const rows = (await list.json()) as { url: string }[]
    expect(rows).toEqual([{ filename: 'a b.jpg', url: expect.any(String), poster_url: null, extra: 200.5 }])
    const own = rows[0]!.url
    expect(own).toMatch(/^\/api\/files\/from\/[\w-]+\/town\/blobs\/inspections\/7\/a%20b\.jpg\?st=.*&named=[\w-]{43}$/)
    const photo = await fetch(url + own, {
      headers: { Authorization: 'Bearer secret', Cookie: 'a=1', Range: 'bytes=0-4' },
    })
    expect([photo.status, await photo.text()]).toEqual([200, 'bytes'])
    expect(Object.fromEntries(photo.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect([photo.headers.get('Set-Cookie'), photo.headers.get('X-Ms-Request-Id')]).toEqual([null, null])
    const head = await fetch(url + own, { method: 'HEAD' })
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    const line = `/town/blobs/inspections/7/a%20b.jpg?${signature}`
    expect(store.asked.map((it) => it.line)).toEqual([`GET ${line}`, `HEAD ${line}`])
    expect(store.asked[0]?.headers).toMatchObject({ host: new URL(store.url).host, range: 'bytes=0-4' })
    expect(store.asked[0]?.headers).not.toHaveProperty('authorization')
    expect(store.asked[0]?.headers).not.toHaveProperty('cookie')
  })

  test('only files of the contract are renamed, anywhere in an answer; the rest is unchanged', async () => {
    const elsewhere = 'https://blobs.example/a.jpg'
    const comment = { id: 1, content: elsewhere, photos: [{ url: elsewhere, filename: elsewhere }] }
    const url = await front(
      await recordsOf({ results: [], comments: [comment], inspections: [{ id: 2, url: elsewhere }] }),
    )
    const answer = (await (await fetch(`${url}/api/dash/recent`)).json()) as {
      comments: { photos: { url: string }[] }[]
      inspections: unknown[]
    }
    expect(answer.comments).toMatchObject([{ content: elsewhere, photos: [{ filename: elsewhere }] }])
    expect(answer.comments[0]?.photos[0]?.url).toMatch(/^\/api\/files\/from\//)
    expect(answer.inspections).toEqual([{ id: 2, url: elsewhere }])
  })

  test('an answer that names no file elsewhere passes byte for byte', async () => {
    const text =
      '[ {"url": "/api/files/x/a.jpg", "fine": 200.0, "poster_url": "data:image/gif;base64,AA"}, {"url": ""} ]'
    const url = await front(
      `${await other((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(text)
      })}/api`,
    )
    expect(await (await fetch(`${url}/api/comments/7/photos`)).text()).toBe(text)
  })

  test('addresses without a host, and under our own name, are those of the other server', async () => {
    const seen: (string | undefined)[] = []
    let rows: unknown[] = []
    const records = await other((request, response) => {
      seen.push(request.url)
      const isList = request.url?.endsWith('/photos')
      response.setHeader('Content-Type', isList ? 'application/json' : 'image/png')
      response.end(isList ? JSON.stringify(rows) : 'bytes')
    })
    const url = await front(`${records}/v1`)
    rows = [
      { url: '/v1/media/1.png' },
      { url: `${url}/v1/media/2.png` },
      { url: '/media/3.png?x=1' },
      { url: '//[::1]:1/4' },
    ]
    const photos = (await (await fetch(`${url}/api/inspections/7/photos`)).json()) as { url: string }[]
    expect(photos.map((it) => it.url)).toEqual([
      '/api/media/1.png',
      '/api/media/2.png',
      expect.stringMatching(/^\/api\/files\/from\/[\w-]+\/media\/3\.png\?x=1&named=/),
      expect.stringMatching(/^\/api\/files\/from\/[\w-]+\/4\?named=/),
    ])
    for (const photo of photos.slice(0, 3)) expect(await (await fetch(url + photo.url)).text()).toBe('bytes')
    expect(seen).toEqual(['/v1/inspections/7/photos', '/v1/media/1.png', '/v1/media/2.png', '/media/3.png?x=1'])
  })

  test('addresses on phones open after a restart, and at another process with the same data folder', async () => {
    const store = await storeOf(image)
    const records = await recordsOf([{ url: `${store.url}/a.jpg` }])
    const own = await firstPhoto(await front(records))
    expect((await fetch((await front(records)) + own)).status).toBe(200)
    const both = await Promise.all([front(records), front(records)])
    expect(await Promise.all(both.map(firstPhoto))).toEqual([own, own])
    const withSecret = { FILE_SECRET: 'x'.repeat(32) }
    expect((await fetch((await front(records, withSecret)) + own)).status).toBe(403)
    const secretOwn = await firstPhoto(await front(records, withSecret))
    expect((await fetch((await front(records, withSecret)) + secretOwn)).status).toBe(200)
  })
})

describe('no open proxy', () => {
  test('an address that no answer named is 403, and nothing is asked anywhere', async () => {
    const store = await storeOf(image)
    const url = await front(await recordsOf([{ url: `${store.url}/town/a.jpg?sig=1` }]))
    const own = await firstPhoto(url)
    const origin = Buffer.from('http://127.0.0.1:1').toString('base64url')
    for (const forged of [
      own.replace('/town/a.jpg', '/town/b.jpg'),
      own.replace('/town/a.jpg', '/town/../town/x/a.jpg'),
      own.replace('sig=1', 'sig=2'),
      own.replace('sig=1&', ''),
      own.replace('?sig=1', '?sig=1&comp=list'),
      `${own}&comp=list`,
      own.replace(/from\/[\w-]+/, `from/${origin}`),
      own.replace(/named=[\w-]+/, 'named='),
      own.replace(/named=[\w-]+/, `named=${'A'.repeat(43)}`),
      own.replace(/[?&]named=[\w-]+/, ''),
      '/api/files/from/',
      `/api/files/from/${origin}/?named=`,
    ])
      expect([forged, (await fetch(url + forged)).status]).toEqual([forged, 403])
    expect(store.asked).toEqual([])
  })

  test('only GET and HEAD', async () => {
    const store = await storeOf(image)
    const url = await front(await recordsOf([{ url: `${store.url}/a.jpg` }]))
    const own = await firstPhoto(url)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect([method, (await fetch(url + own, { method })).status]).toEqual([method, 405])
    expect(store.asked).toEqual([])
  })

  test('a store that sends elsewhere is not followed; within itself it is, by an address of ours', async () => {
    const secret = await storeOf(image)
    const store = await storeOf((request, response) => {
      const to = request.url === '/away' ? `${secret.url}/x` : '/here'
      if (request.url === '/here') return image(request, response)
      response.writeHead(302, { Location: to })
      response.end()
    })
    const rows = [{ url: `${store.url}/away` }, { url: `${store.url}/within` }]
    const url = await front(await recordsOf(rows))
    const photos = (await (await fetch(`${url}/api/inspections/7/photos`)).json()) as { url: string }[]
    expect((await fetch(url + photos[0]!.url)).status).toBe(502)
    expect(secret.asked).toEqual([])
    const within = await fetch(url + photos[1]!.url)
    expect([within.status, new URL(within.url).pathname, await within.text()]).toEqual([
      200,
      expect.stringMatching(/^\/api\/files\/from\/[\w-]+\/here$/),
      'bytes',
    ])
  })

  test('a page or a picture with scripts is only ever saved', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xml', '']) {
      const store = await storeOf((_, response) => {
        if (type) response.setHeader('Content-Type', type)
        response.end('<script>alert(1)</script>')
      })
      const url = await front(await recordsOf([{ url: `${store.url}/a` }]))
      const { headers } = await fetch(url + (await firstPhoto(url)))
      expect([type, headers.get('Content-Disposition')]).toEqual([type, 'attachment'])
      expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
    }
  })

  test('a page of the other server itself does not act as a part of the app either', async () => {
    const url = await front(
      await other((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' })
        response.end('<script src="/api/x.js"></script>')
      }),
    )
    expect((await fetch(`${url}/api/page`)).headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
  })

  test('addresses with a password, and of other protocols, are left as they are', async () => {
    const rows = ['http://a:b@store.example/x', 'file:///etc/passwd', 'javascript:alert(1)', 'gopher://x/y'].map(
      (it) => ({
        url: it,
      }),
    )
    const url = await front(await recordsOf(rows))
    expect(await (await fetch(`${url}/api/inspections/7/photos`)).json()).toEqual(rows)
  })
})

describe('how near a file may lie', () => {
  const near = ['127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost']
  const inside = ['10.1.2.3', '172.31.0.1', '192.168.1.1', '100.64.0.1', 'fd00::1', '::ffff:10.0.0.1']
  const never = [
    '169.254.169.254',
    '0.0.0.0',
    '::',
    'fe80::1',
    '224.0.0.1',
    '255.255.255.255',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
  ]
  const world = ['93.184.216.34', '2606:2800:220:1::1']
  const isReached = async (host: string, named: string) => (await reachableAddresses(host, named)).length > 0
  const reachedFrom = async (named: string) => {
    const reached: string[] = []
    for (const host of [...near, ...inside, ...never, ...world]) if (await isReached(host, named)) reached.push(host)
    return reached
  }

  test('a server out in the world names nothing inside; one inside nothing of this machine; none a closed address', async () => {
    expect(await reachedFrom('93.184.216.34')).toEqual(world)
    expect(await reachedFrom('10.9.9.9')).toEqual([...inside, ...world])
    expect(await reachedFrom('127.0.0.1')).toEqual([...near, ...inside, ...world])
    expect(await reachedFrom('169.254.1.1')).toEqual(world)
  })

  test('the keys of a cloud machine are not fetched, though an answer names them: 502, and why is in the log', async () => {
    const url = await front(await recordsOf([{ url: 'http://169.254.169.254/latest/meta-data' }]))
    const answer = await fetch(url + (await firstPhoto(url)))
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { detail: 'The place of this file is not to be reached from here' },
    ])
  })

  test('a name is connected to where it was looked up, wherever it leads by then', async () => {
    const store = await storeOf(image)
    const { port } = new URL(store.url)
    const answer = await forwardRequest({
      method: 'GET',
      url: new URL(`http://store.invalid:${port}/a.jpg`),
      headers: {},
      body: null,
      signal: new AbortController().signal,
      places: [{ address: '127.0.0.1', family: 4 }],
    })
    answer.resume()
    expect([answer.statusCode, store.asked[0]?.headers.host]).toEqual([200, `store.invalid:${port}`])
  })
})
