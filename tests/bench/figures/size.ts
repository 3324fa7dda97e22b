import { builtApp } from '../build.ts'
import { filesIn } from '../files.ts'
import type { Row } from '../table.ts'
import { weightOf } from '../weight.ts'

/** P1: what a phone loads before the dashboard, what it installs, what is kept for the time without signal, and the rest. */
export async function sizes(): Promise<Row[]> {
  const { dashboard, install, installCore, worker, background, shrinker, kept } = weightOf(filesIn(builtApp()))
  const row = { goal: 'P1', unit: 'kB' as const }
  return [
    {
      ...row,
      what: `page, JS and CSS of the dashboard, gzip (${dashboard.files} files)`,
      ours: dashboard.bytes / 1000,
      meets: { most: 160 },
    },
    {
      ...row,
      what: 'page, all JS and CSS that installing fetches, without the map and the camera, brotli',
      ours: installCore / 1000,
      meets: { most: 330 },
    },
    { ...row, what: 'the same with them', ours: install / 1000 },
    { ...row, what: 'of it the service worker', ours: worker / 1000 },
    { ...row, what: 'beside it, with Background Sync: the engine again, brotli', ours: background / 1000 },
    { ...row, what: 'beside it, where workers may not shrink: the page’s way, brotli', ours: shrinker / 1000 },
    { goal: 'P1', what: 'kept for the time without signal, raw', unit: 'MB', ours: kept / 1e6, meets: { most: 2.5 } },
  ]
}
