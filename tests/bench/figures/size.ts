import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtApp, filesIn } from '../build.ts'
import type { Row } from '../table.ts'

/** P1: what a phone loads before the dashboard, what there is in all, and what is kept for the time without signal. */
export async function sizes(): Promise<Row[]> {
  const folder = builtApp()
  const files = filesIn(folder)
  const read = (path: string) => files.get(path)?.bytes ?? Buffer.alloc(0)
  const html = read('/index.html').toString()
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((it) => it[1] ?? '')
  const dashboard = [...files.keys()].filter((it) => /\/dashboard-screen-[^/]*\.(js|css)$/.test(it))
  if (dashboard.length === 0) throw new Error('The built app has no chunk of the dashboard')
  // The page itself counts too: it holds all styles.
  const initial = reachable(['/index.html', ...named, ...dashboard], (path) => read(path).toString())
  const all = ['/index.html', ...[...files.keys()].filter((it) => /\.(js|css)$/.test(it))]
  const sum = (paths: Iterable<string>, size: (bytes: Buffer) => number) =>
    [...paths].reduce((total, path) => total + size(read(path)), 0)
  const kept = keptBySw(readFileSync(join(folder, 'sw.js'), 'utf8'))
  const row = { goal: 'P1', unit: 'kB' as const }
  return [
    {
      ...row,
      what: `page, JS and CSS of the dashboard, gzip (${initial.size} files)`,
      ours: sum(initial, (it) => gzipSync(it, { level: 9 }).length) / 1000,
      meets: { most: 185 },
    },
    {
      ...row,
      what: 'page, all JS and CSS, brotli',
      ours: sum(all, (it) => brotliCompressSync(it).length) / 1000,
      meets: { most: 339 },
    },
    {
      goal: 'P1',
      what: 'kept for the time without signal, raw',
      unit: 'MB',
      ours: sum(kept, (it) => it.length) / 1e6,
      meets: { most: 2.5 },
    },
  ]
}

/** What these files import without being asked to later, and what that imports, themselves included. */
function reachable(from: readonly string[], textOf: (path: string) => string): Set<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (!path.endsWith('.js')) continue
    for (const [, name] of textOf(path).matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g))
      if (name) waiting.push(new URL(name, `http://app${path}`).pathname)
  }
  return found
}

/** The files that the service worker keeps, by its own list. */
const keptBySw = (text: string): Set<string> =>
  new Set([...text.matchAll(/url:\s*["'`]([^"'`]+)["'`]|"url":"([^"]+)"/g)].map((it) => `/${it[1] ?? it[2]}`))
