import type { DeviceDatabase } from '../db/database.ts'
import type { NoPreview, PreviewKind, PreviewSize } from '../rules/preview.ts'
import { type KeptPreview, keepPreview, keepPreviewCode, keptPreview } from '../sync/device/kept-preview.ts'
import { previewWorkers } from '../sync/device/preview-worker.ts'
import { officeHash, previewKind, type ShownPhoto } from './photo-match.ts'

/** A file from which pages are drawn. A HEIC picture has one page. */
interface DrawnFile {
  /** Equal bytes have the same name, on whichever record they are. */
  name: string
  kind: PreviewKind
  /** The id of this device's copy, or ''. */
  own: string
  /** The URL of the office's copy, or ''. */
  url: string
}

/** Null for a file that needs no drawing. */
export function drawnFileOf(of: ShownPhoto): DrawnFile | null {
  const kind = previewKind(of)
  const url = of.server?.url ?? ''
  if (!kind) return null
  const name = officeHash(of) ?? of.own?.sha256 ?? new URL(url, location.href).pathname
  return { name, kind, own: of.own?.id ?? '', url }
}

/** Draws a page, counted from 1; a page drawn before comes from the cache. */
export async function drawnPage(
  db: DeviceDatabase,
  { name, kind, own, url }: DrawnFile,
  { page, size }: { page: number; size: PreviewSize },
): Promise<KeptPreview | { failed: NoPreview }> {
  const address = `/preview/${encodeURIComponent(name)}/${page}`
  const kept = await keptPreview(address, size)
  if (kept) return kept
  const reply = await previewWorkers[kind].draw({ file: name, kind, page, size, read: () => bytesOf(db, own, url) })
  if ('failed' in reply) return { failed: reply.failed }
  keepPreviewCode()
  const drawn = { picture: new Blob([reply.jpeg], { type: 'image/jpeg' }), pages: reply.pages }
  await keepPreview(address, size, drawn)
  return drawn
}

/** The original file on this device, else the office's copy. Nothing is written. */
async function bytesOf(db: DeviceDatabase, own: string, url: string): Promise<ArrayBuffer | null> {
  const here = own === '' ? undefined : await db.blobs.get([own, 'original'])
  if (here) return here.bytes
  if (url === '') return null
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.arrayBuffer() : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
