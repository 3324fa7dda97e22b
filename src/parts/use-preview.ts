import { useEffect, useState } from 'react'
import type { NoPreview, PreviewSize } from '../rules/preview.ts'
import { useEngine } from '../sync/react/engine.ts'
import { drawnFileOf, drawnPage } from './drawn-page.ts'
import type { ShownPhoto } from './photo-match.ts'

/** A page as a picture, or why there is none; null while it is drawn. */
type Preview = { url: string; pages: number } | { failed: NoPreview } | null

/**
 * Draws a page of a file, counted from 1; a page drawn before is shown from the cache. Nothing is drawn while `of` is
 * null.
 */
export function usePreview(of: ShownPhoto | null, page: number, size: PreviewSize): Preview {
  const { db } = useEngine().device
  const [preview, setPreview] = useState<Preview>(null)
  const { name = '', kind = null, own = '', url = '' } = (of && drawnFileOf(of)) ?? {}
  useEffect(() => {
    if (!kind) return
    let isOver = false
    let made = ''
    const draw = async () => {
      const drawn = await drawnPage(db, { name, kind, own, url }, { page, size })
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
  }, [db, own, url, name, kind, page, size])
  return preview
}
