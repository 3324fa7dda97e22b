import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context, Hono } from 'hono'
import { policyOfWorker } from '../rules/content-security.ts'
import { archiveOf } from './assets-archive.ts'
import type { Config } from './config.ts'
import { policyOfPage } from './page-policy.ts'

/** Folder of files whose names contain the hash of their content; they never change. */
const ASSETS = '/assets/'

/**
 * Serves the built app. Hashed files are cached for ever, all other files are revalidated. A path that is no file is a
 * screen of the app and gets its page. Files of earlier builds are served to phones that still run them.
 */
export const serveStatic = (app: Hono, config: Config): void => {
  app.get('*', async (c) => {
    const path = safePath(new URL(c.req.url).pathname)
    if (path === undefined) return notFound(c)
    if (path.startsWith(ASSETS)) return (await sendAsset(c, config, path)) ?? notFound(c)
    if (path !== '/' && path !== '/index.html') {
      const sent = await sendFile(c, join(config.distFolder, path), 'no-cache')
      if (sent) return sent
      if (extname(path) !== '' || !isNavigation(c)) return notFound(c)
    }
    return (await sendFile(c, join(config.distFolder, 'index.html'), 'no-cache')) ?? notBuilt(c)
  })
  app.all('*', notFound)
}

/** Accepts plain relative paths only: no hidden files, no source maps, no unusual encodings. */
const safePath = (pathname: string): string | undefined => {
  if (/%2f|%5c|%00|\\/i.test(pathname)) return undefined
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    return undefined
  }
  const isHidden = path.split('/').some((step) => step.startsWith('.'))
  return isHidden || path.includes('\0') || /\.(map|br|gz)$/i.test(path) ? undefined : path
}

const sendAsset = async (c: Context, config: Config, path: string) => {
  const policy = policyOfWorker(path)
  if (policy) c.header('Content-Security-Policy', policy)
  const forEver = 'public, max-age=31536000, immutable'
  return (
    (await sendFile(c, join(config.distFolder, path), forEver)) ??
    sendFile(c, join(archiveOf(config), path.slice(ASSETS.length)), forEver)
  )
}

/** Sends the smallest encoding of the file that the browser accepts; undefined when there is no file. */
const sendFile = async (c: Context, path: string, cacheControl: string): Promise<Response | undefined> => {
  const facts = await factsOf(path)
  if (!facts) return undefined
  const etag = `W/"${facts.size.toString(36)}-${Math.floor(facts.mtimeMs).toString(36)}"`
  const headers = { 'Cache-Control': cacheControl, ETag: etag, Vary: 'Accept-Encoding' }
  // Also on 304: a browser updates the headers of its cached page from that answer.
  if (extname(path) === '.html')
    c.header('Content-Security-Policy', policyOfPage('header', await readFile(path, 'utf8')))
  if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers)
  const accepted = c.req.header('Accept-Encoding') ?? ''
  const type = contentTypes[extname(path)] ?? 'application/octet-stream'
  for (const [encoding, ending] of encodings) {
    if (!accepted.includes(encoding) || !(await factsOf(path + ending))) continue
    return c.body(new Uint8Array(await readFile(path + ending)), 200, {
      ...headers,
      'Content-Type': type,
      'Content-Encoding': encoding,
    })
  }
  return c.body(new Uint8Array(await readFile(path)), 200, { ...headers, 'Content-Type': type })
}

const factsOf = async (path: string) => {
  try {
    const facts = await stat(path)
    return facts.isFile() ? facts : undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined
    throw error
  }
}

/** Whether a browser navigates, rather than a script fetches. */
const isNavigation = (c: Context) =>
  c.req.header('Sec-Fetch-Mode') === 'navigate' || (c.req.header('Accept') ?? '').includes('text/html')

const notFound = (c: Context) => c.json({ detail: 'Not Found' }, 404)

const notBuilt = (c: Context) => c.text('The app is not built yet: run "npm run build".', 503)

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
