import { useEffect, useState } from 'react'
import type { DeviceDatabase } from '../db/database.ts'
import type { NoPreview, PreviewSize } from '../rules/preview.ts'
import { keepPreviews } from '../sync/device/keep-previews.ts'
import { type KeptPreview, keepPreview, keptPreview } from '../sync/device/kept-preview.ts'
import { previewWorkers } from '../sync/device/preview-worker.ts'
import { useEngine } from '../sync/react/engine.ts'
import { officeHash, previewKind, type ShownPhoto } from './photo-match.ts'

/** A page as a picture, or why there is none; null while it is drawn. */
type Preview = { url: string; pages: number } | { failed: NoPreview } | null

/** Draws a page of a file, counted from 1, when it is requested; a page drawn before is shown from the cache. */
export function usePreview(of: ShownPhoto, page: number, size: PreviewSize, isAsked: boolean): Preview {
  const { db } = useEngine().device
  const [preview, setPreview] = useState<Preview>(null)
  const kind = previewKind(of)
  const own = of.own?.id ?? ''
  const url = of.server?.url ?? ''
  const file = nameOf(of)
  useEffect(() => {
    if (!isAsked || !kind) return
    let isOver = false
    let made = ''
    const draw = async () => {
      const drawn = await drawnPage({ file, kind, page, size, read: () => bytesOf(db, own, url) })
      if (isOver) return
      if ('failed' in drawn) return setPreview(drawn)
      made = URL.createObjectURL(drawn.picture)
      setPreview({ url: made, pages: drawn.pages })
    }
    void draw()
    // What could not be loaded may be available with signal.
    const again = () => made === '' && void draw()
    window.addEventListener('online', again)
    return () => {
      isOver = true
      window.removeEventListener('online', again)
      if (made) URL.revokeObjectURL(made)
      setPreview(null)
    }
  }, [db, own, url, file, kind, page, size, isAsked])
  return preview
}

/** Equal bytes have the same name, on whichever record they are. */
const nameOf = (of: ShownPhoto): string =>
  officeHash(of) ?? of.own?.sha256 ?? new URL(of.server?.url ?? '', location.href).pathname

type Ask = Parameters<(typeof previewWorkers)['pdf']['draw']>[0]

async function drawnPage(ask: Ask): Promise<KeptPreview | { failed: NoPreview }> {
  const { file, kind, page, size } = ask
  const name = `/preview/${encodeURIComponent(file)}/${page}`
  const kept = await keptPreview(name, size)
  if (kept) return kept
  const reply = await previewWorkers[kind].draw(ask)
  if ('failed' in reply) return { failed: reply.failed }
  navigator.serviceWorker?.controller?.postMessage(keepPreviews)
  const drawn = { picture: new Blob([reply.jpeg], { type: 'image/jpeg' }), pages: reply.pages }
  await keepPreview(name, size, drawn)
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
