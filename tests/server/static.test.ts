import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../src/rules/content-security.ts'
import { archiveAssets } from '../../src/server/assets-archive.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { guard } from '../../src/server/security.ts'
import { serveStatic } from '../../src/server/static.ts'
import { office } from '../harness/office.ts'

const inlineScript = "document.documentElement.className = 'dark'"
const inlineStyle = ':root{--bg:#fff}'

let folder: string
let config: Config
let app: Hono
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-static-'))
  config = readConfig({ DATA_FOLDER: join(folder, 'data'), DIST_FOLDER: join(folder, 'dist') })
  build('aaaa1111')
  app = new Hono()
  app.use(guard(config))
  serveStatic(app, config)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The files of a build. `hash` is the part of the names that changes with the content. */
const build = (hash: string) => {
  const { distFolder } = config
  rmSync(distFolder, { recursive: true, force: true })
  mkdirSync(join(distFolder, 'assets'), { recursive: true })
  const files = {
    'index.html': `<!doctype html><style>${inlineStyle}</style><script>${inlineScript}</script><script src="/assets/main-${hash}.js"></script>`,
    'sw.js': `// ${hash}`,
    'manifest.webmanifest': '{}',
    '.env': 'SECRET=1',
    [`assets/main-${hash}.js`]: `console.log("${hash}")`,
    [`assets/main-${hash}.js.gz`]: gzipSync(`console.log("${hash}")`),
    [`assets/main-${hash}.js.map`]: '{"sources":[]}',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(distFolder, name), content)
}

const get = (path: string, headers: Record<string, string> = {}) => app.request(`http://town${path}`, { headers })
const navigate = (path: string, headers: Record<string, string> = {}) =>
  get(path, { Accept: 'text/html,*/*', ...headers })

describe('the built app', () => {
  test('hashed files may be kept for ever, and come compressed where they lie compressed', async () => {
    const answer = await get('/assets/main-aaaa1111.js', { 'Accept-Encoding': 'gzip, br' })
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    const plain = await get('/assets/main-aaaa1111.js')
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, 'console.log("aaaa1111")'])
  })

  test.each(['/', '/index.html', '/sw.js', '/manifest.webmanifest'])(
    '%s is asked for again each time',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
      expect((await get(path, { 'If-None-Match': answer.headers.get('ETag')! })).status).toBe(304)
    },
  )

  test.each(['/inspection/7/areas/3', '/contacts', '/violations?page=2'])(
    '%s opens the page of the app',
    async (path) => {
      const answer = await navigate(path)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<!doctype html>')])
    },
  )

  test.each([
    '/..%2f.env',
    '/%2e%2e%2fetc/passwd',
    '/..%5c.env',
    '/.env',
    '/assets/.builds.json',
    '/assets/main-aaaa1111.js.map',
    '/assets/gone-00000000.js',
    '/icons/none.png',
    '/a%00.js',
    '/%ff',
  ])('%s is 404, never the page and never a file', async (path) => {
    const answer = await navigate(path)
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not Found' }])
  })

  test('a script that asks for a screen gets 404, so that it never takes a page for data', async () => {
    expect((await get('/contacts', { Accept: 'application/json' })).status).toBe(404)
  })

  test('without a build the page says what to do', async () => {
    rmSync(config.distFolder, { recursive: true })
    const answer = await navigate('/')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')])
  })
})

describe('earlier builds', () => {
  test('a phone with an old page still finds its files, until 90 days have passed', async () => {
    await archiveAssets(config, new Date('2026-06-01T00:00:00Z'))
    build('bbbb2222')
    await archiveAssets(config, new Date('2026-06-02T00:00:00Z'))
    const old = await get('/assets/main-aaaa1111.js')
    expect([old.status, await old.text()]).toEqual([200, 'console.log("aaaa1111")'])
    expect((await get('/assets/main-bbbb2222.js')).status).toBe(200)
    build('cccc3333')
    await archiveAssets(config, new Date('2026-08-31T00:00:00Z'))
    expect((await get('/assets/main-aaaa1111.js')).status).toBe(404)
    expect((await get('/assets/main-bbbb2222.js')).status).toBe(200)
  })

  test('a copy that was cut short at an earlier start is made whole, and no part of one is left', async () => {
    const archive = join(config.dataFolder, 'assets-archive')
    mkdirSync(archive, { recursive: true })
    writeFileSync(join(archive, 'main-aaaa1111.js'), 'console.l')
    const left = join(archive, '.main-aaaa1111.js.0a1b2c3d.part')
    writeFileSync(left, 'console')
    utimesSync(left, 0, 0)
    await archiveAssets(config, new Date())
    expect(readFileSync(join(archive, 'main-aaaa1111.js'), 'utf8')).toBe('console.log("aaaa1111")')
    expect(readdirSync(archive).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('the list of builds is no file of the app', async () => {
    await archiveAssets(config, new Date())
    expect((await get('/assets/.builds.json')).status).toBe(404)
  })
})

describe('the policy', () => {
  test('is on the page and forbids inline script, styles beside its own, other origins, frames and untyped HTML', async () => {
    const answer = await navigate('/')
    const policy = answer.headers.get('Content-Security-Policy')
    const [inline, style] = [inlineScript, inlineStyle].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(policy).toBe(contentSecurityPolicy('header', { scripts: [inline!], styles: [style!] }))
    expect(policy).toContain(`script-src 'self' ${inline};`)
    expect(policy).toContain(`style-src ${style};`)
    const bare = (await navigate('/no-such-file.js')).headers.get('Content-Security-Policy')
    expect(bare).toContain("script-src 'self'; style-src 'none';")
    expect(policy).toContain("frame-ancestors 'none'")
    const unchanged = await navigate('/', { 'If-None-Match': answer.headers.get('ETag') ?? '' })
    expect([unchanged.status, unchanged.headers.get('Content-Security-Policy')]).toEqual([304, policy])
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('Permissions-Policy')).toContain('camera=(self), geolocation=(self)')
  })

  test('as a meta tag it leaves out what browsers ignore there', () => {
    expect(contentSecurityPolicy('meta')).not.toContain('frame-ancestors')
    expect(contentSecurityPolicy('meta')).toContain('trusted-types codesoft')
  })
})

describe('the server about itself', () => {
  test('lives, is ready, and describes its calls; a path under /api that is no call is 404', async () => {
    const town = await office()
    expect((await town.fetch('/healthz')).status).toBe(200)
    expect((await town.fetch('/readyz')).status).toBe(200)
    const description = (await (await town.fetch('/openapi.json')).json()) as { paths: object }
    expect(Object.keys(description.paths).length).toBeGreaterThan(80)
    for (const path of ['/api', '/api/nothing', '/api/addresses/1/nothing', '/api/.env']) {
      const answer = await town.fetch(path, { as: town.people.ons, headers: { Accept: 'text/html' } })
      expect([answer.status, await answer.json()], path).toEqual([404, { detail: 'Not Found' }])
    }
    await town.close()
  })

  test('is not ready while the database is gone, and says when to ask again', async () => {
    const town = await office()
    const gone = await office()
    await gone.close()
    const answer = await gone.fetch('/readyz')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
    const call = await gone.fetch('/api/rooms/', { as: gone.people.ons })
    expect([call.status, call.headers.get('Retry-After')]).toEqual([503, '15'])
    await town.close()
  })
})
