import type { Photo } from '../../contract/photo.ts'
import { type Query, queryName } from '../../records/query.ts'
import { isPictureFile } from '../../rules/file-kind.ts'
import type { Device } from '../device/device.ts'
import { isWorthKeeping, photoSizeOf } from '../device/kept-photo.ts'
import { preparedCaches } from '../device/photo-caches.ts'
import { keepPreparedFile, preparedFile, type Size } from '../device/prepared-files.ts'
import { note } from '../entry/journal.ts'
import { pullValue } from '../pull/pull.ts'
import { ask } from '../transport/ask.ts'
import { CallError } from '../transport/problem.ts'
import { cachedWhileIn, type StillIn } from './still-in.ts'

/** Fetches a list of files to this device and returns it. Throws CallError. */
export async function filesIn(device: Device, query: Query): Promise<Photo[]> {
  await pullValue(device, query)
  const kept = await device.db.pulls.get(queryName(query))
  // The value just stored under a call's name is that call's reply, checked against the contract.
  return (kept?.value as Photo[] | undefined) ?? []
}

/** Whether the person is still signed in, and the paths of a part's cached files. */
export interface Keeping {
  check: StillIn
  files: Record<Size, Set<string>>
}

/**
 * Requests pictures once, so that they are cached: each thumbnail, then the full-size picture. Returns how many
 * full-size pictures are cached now (all of them in a browser without caches). Throws CallError if one cannot be
 * fetched now, and the storage's error if one finds no room.
 */
export async function fetchPictures(
  device: Device,
  photos: readonly Photo[],
  { check, files }: Keeping,
): Promise<number> {
  // Pictures of another origin (a documented server's store) need signal. Only our own can be cached.
  const own = photos.filter((it) => it.url.startsWith('/') && isPictureFile(it.content_type, it.filename ?? it.url))
  const shown = new Map(own.map((it) => [fileOf(device, it.url), it]))
  const fetchOne = async (url: string) => {
    const file = new URL(url, device.base)
    const size = photoSizeOf(file)
    const path = file.pathname
    const isCached = await cachedWhileIn(
      () => check(device.db),
      { cacheName: preparedCaches[size], path },
      () => fetchPicture(device, file),
    )
    if (isCached) files[size].add(path)
  }
  for (const { poster_url } of shown.values()) if (poster_url) await fetchOne(poster_url)
  for (const { url } of shown.values()) await fetchOne(url)
  if (typeof caches === 'undefined') return shown.size
  // One that the office has lost is not here, and asking again would not help.
  return [...shown.keys()].filter((path) => files.full.has(path)).length
}

/** The constant part of a file's URL: the signature changes each time, the path does not. */
const fileOf = (device: Device, url: string): string => new URL(url, device.base).pathname

/** The time limit for one picture on a slow connection. */
const pictureTimeoutMs = 120_000

/** Whether it is cached now. */
async function fetchPicture(device: Device, file: URL): Promise<boolean> {
  const { pathname: path } = file
  const size = photoSizeOf(file)
  if (await preparedFile(size, path)) return true
  // Read to the end, because the cache drops an answer that breaks off. So marked, the service worker keeps no second.
  const got = await ask(
    (request) => device.fetch(request),
    new Request(file, { cache: 'no-store' }),
    pictureTimeoutMs,
    async (answer) => ({ answer, bytes: await answer.arrayBuffer() }),
  )
  if (!got) throw new CallError({ kind: 'noSignal' })
  const { answer, bytes } = got
  if (answer.status >= 500 || answer.status === 429) throw new CallError({ kind: 'serverDown', status: answer.status })
  // The office has lost the picture. Asking again would not help, and everything else is here.
  if (!answer.ok) await note(device.db, device.now(), 'picture not fetched', { status: answer.status })
  return isWorthKeeping(answer) && keepPreparedFile(size, path, bytes, answer.headers)
}
