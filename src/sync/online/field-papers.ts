import type { Photo } from '../../contract/photo.ts'
import type { PackPapers } from '../../db/database.ts'
import { kindOfMediaType } from '../../rules/file-kind.ts'
import type { Device } from '../device/device.ts'
import { keepPaper, keptPaperSize } from '../device/kept-papers.ts'
import { preparedCaches } from '../device/photo-caches.ts'
import { ask } from '../transport/ask.ts'
import { CallError } from '../transport/problem.ts'
import type { Keeping } from './field-pictures.ts'
import { cachedWhileIn } from './still-in.ts'

/**
 * The most bytes of one PDF file, and of all that one preparation keeps. A town's plans and deeds are mostly smaller;
 * a scanned case file would fill a phone.
 */
export const paperLimits = { each: 5_000_000, together: 50_000_000 } as const

/** What is left of the limit for all, and the files that were counted already: an address may be in several parts. */
export interface PaperRoom {
  left: number
  counted: Set<string>
}

export const paperRoom = (): PaperRoom => ({ left: paperLimits.together, counted: new Set() })

/** The time limit for one file on a slow connection. */
const paperTimeoutMs = 120_000

/**
 * Fetches the PDF files that are small enough, so that their pages can be drawn without signal. Throws CallError if one
 * cannot be fetched now.
 */
export async function fetchPapers(
  device: Device,
  files: readonly Photo[],
  room: PaperRoom,
  { check, files: cached }: Keeping,
): Promise<PackPapers> {
  // Files of another origin (a documented server's store) need signal. Only our own can be cached.
  const own = files.filter((it) => it.url.startsWith('/') && isPdf(it))
  const urls = new Map(own.map(({ url }) => [new URL(url, device.base).pathname, url]))
  const papers: PackPapers = { count: 0, bytes: 0, leftOut: 0 }
  for (const [path, url] of urls) {
    const bytes =
      (await known(path, room)) ??
      (await cachedWhileIn(
        () => check(device.db),
        { cacheName: preparedCaches.full, path },
        () => fetchPaper(device, { path, url }, room),
      ))
    if (bytes === null) papers.leftOut += 1
    else {
      papers.count += 1
      papers.bytes += bytes
      cached.full.add(path)
    }
  }
  return papers
}

const isPdf = ({ content_type, filename, url }: Photo): boolean =>
  content_type ? kindOfMediaType(content_type) === 'pdf' : /\.pdf($|\?)/i.test(filename ?? url)

/** The size of a file that is cached already; null if it is not, or if there is no room for it this time. */
async function known(path: string, room: PaperRoom): Promise<number | null> {
  const size = await keptPaperSize(path)
  return size !== null && reserve(path, size, room) ? size : null
}

function reserve(path: string, size: number, room: PaperRoom): boolean {
  if (room.counted.has(path)) return true
  if (size > paperLimits.each || size > room.left) return false
  room.counted.add(path)
  room.left -= size
  return true
}

/** Its size once it is cached; null if it is too large, if the office has lost it, or if it cannot be cached. */
async function fetchPaper(
  device: Device,
  { path, url }: { path: string; url: string },
  room: PaperRoom,
): Promise<number | null> {
  const got = await ask(
    (request) => device.fetch(request),
    new Request(new URL(url, device.base), { cache: 'no-store' }),
    paperTimeoutMs,
    async (answer) => {
      const told = Number(answer.headers.get('Content-Length') ?? 0)
      const isWanted = answer.ok && told <= paperLimits.each && told <= room.left
      if (isWanted) return { status: answer.status, bytes: await answer.arrayBuffer() }
      await answer.body?.cancel()
      return { status: answer.status, bytes: null }
    },
  )
  if (!got) throw new CallError({ kind: 'noSignal' })
  if (got.status >= 500 || got.status === 429) throw new CallError({ kind: 'serverDown', status: got.status })
  if (!got.bytes || !reserve(path, got.bytes.byteLength, room)) return null
  return (await keepPaper(path, got.bytes, device.now())) ? got.bytes.byteLength : null
}
