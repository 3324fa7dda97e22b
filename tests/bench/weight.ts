import { brotliCompressSync, gzipSync } from 'node:zlib'
import { builtFiles } from '../../src/worker/built-files.ts'
import type { Files } from './files.ts'

/** The weight of the built app, in bytes. */
export interface Weight {
  /** The service worker, brotli. */
  worker: number
  /** The page, which holds all styles, and all JS that installing fetches, the service worker included, brotli. */
  install: number
  /** The same without the map and the camera's extras, which the goal leaves aside. */
  installCore: number
  /** All files that every device keeps for the time without signal, in their stored size. */
  kept: number
  /** Files that only browsers with Background Sync fetch, after installing, brotli. */
  background: number
  /** Files that only browsers fetch that may be unable to shrink photos in a worker, after installing, brotli. */
  shrinker: number
  /** The code that writes documents and its fonts, which every device fetches once it is idle, brotli. */
  letters: number
  /**
   * The code that draws HEIC pictures and PDF pages, once one was seen or the device was prepared for the field,
   * brotli.
   */
  previews: number
  /** The page, and the JS and CSS that the dashboard needs, gzip, and in how many files. */
  dashboard: { bytes: number; files: number }
}

/** The map, its worker and its screen; the camera, its worker and the drawing on its pictures. */
const aside = /\/(map-(view|worker|screen)|small-map-streets|camera-sheet|shot-worker|markup-sheet)-/

/** Weighs a build by the lists in its own page and service worker. Throws where one of them lacks what is weighed. */
export function weightOf(files: Files): Weight {
  const read = (path: string) => {
    const file = files.get(path)
    if (!file) throw new Error(`The build has no ${path}`)
    return file.bytes
  }
  const sum = (paths: Iterable<string>, size: (bytes: Buffer) => number) =>
    [...paths].reduce((total, path) => total + size(read(path)), 0)
  const brotli = (bytes: Buffer) => brotliCompressSync(bytes).length
  const { always, shrinker, letters, previews, background } = builtFiles(listOf(read('/sw.js').toString()))
  if (shrinker.length === 0 || letters.length === 0 || previews.length < 5 || background === null)
    throw new Error('The service worker names no extras')
  const kept = always.map((it) => `/${typeof it === 'string' ? it : it.url}`)
  const installed = ['/sw.js', ...kept.filter((it) => /\.(js|css|html)$/.test(it))]
  const dashboard = dashboardFiles(files, (path) => read(path).toString())
  return {
    worker: brotli(read('/sw.js')),
    install: sum(installed, brotli),
    installCore: sum(
      installed.filter((it) => !aside.test(it)),
      brotli,
    ),
    kept: sum(kept, (it) => it.length),
    background: brotli(read(background)),
    shrinker: sum(shrinker, brotli),
    letters: sum(letters, brotli),
    previews: sum(previews, brotli),
    dashboard: { bytes: sum(dashboard, (it) => gzipSync(it, { level: 9 }).length), files: dashboard.size },
  }
}

/** The addresses in the list that the build has written into the service worker. */
function listOf(worker: string): string[] {
  const urls = [...worker.matchAll(/\burl"?:\s*["'`]([^"'`]+\.\w+)["'`]/g)].map((it) => it[1] ?? '')
  if (!urls.includes('index.html')) throw new Error('The service worker has no list of the build')
  return [...new Set(urls)]
}

/** The files that the page and the dashboard import at once, and their imports in turn. */
function dashboardFiles(files: Files, textOf: (path: string) => string): Set<string> {
  const named = [...textOf('/index.html').matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((it) => it[1] ?? '')
  const dashboard = [...files.keys()].filter((it) => /\/dashboard-screen-[^/]*\.(js|css)$/.test(it))
  if (dashboard.length === 0) throw new Error('The built app has no chunk of the dashboard')
  const found = new Set<string>()
  const waiting = ['/index.html', ...named, ...dashboard]
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    if (!path.endsWith('.js')) continue
    for (const [, name] of textOf(path).matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g))
      if (name) waiting.push(new URL(name, `http://app${path}`).pathname)
  }
  return found
}
