import { useEffect, useRef, useState } from 'react'
import type { NoPreview, PreviewSize } from '../rules/preview.ts'
import { useEngine } from '../sync/react/engine.ts'
import { onSignalAgain } from '../sync/react/hooks.ts'
import { drawnFileOf, drawnPage } from './drawn-page.ts'
import type { ShownPhoto } from './photo-match.ts'

/** A page as a picture, or why there is none; null while it is drawn. */
type Preview = { url: string; pages: number } | { failed: NoPreview } | null

const nothing = (): void => undefined

/**
 * Draws a page of a file, counted from 1; a page drawn before is shown from the cache. Nothing is drawn while `of` is
 * null. What could not be loaded is tried again with signal, and with a URL that is signed anew.
 */
export function usePreview(of: ShownPhoto | null, page: number, size: PreviewSize): Preview {
  const { db } = useEngine().device
  const [preview, setPreview] = useState<Preview>(null)
  const { name = '', kind = null, own = '', url = '' } = (of && drawnFileOf(of)) ?? {}
  // Not a dependency of the drawing: a new signature would take a drawn page away, and close its viewer.
  const latest = useRef({ url, again: nothing })
  useEffect(() => {
    if (latest.current.url === url) return
    latest.current.url = url
    latest.current.again()
  }, [url])
  useEffect(() => {
    if (!kind) return
    let isOver = false
    let made = ''
    const draw = async () => {
      const drawn = await drawnPage(db, { name, kind, own, url: latest.current.url }, { page, size })
      // Another drawing that began with the return of signal may have ended first.
      if (isOver || made) return
      if ('failed' in drawn) return setPreview(drawn)
      made = URL.createObjectURL(drawn.picture)
      setPreview({ url: made, pages: drawn.pages })
    }
    void draw()
    const again = () => {
      if (!made) void draw()
    }
    latest.current.again = again
    const unwatch = onSignalAgain(again)
    return () => {
      isOver = true
      latest.current.again = nothing
      unwatch()
      if (made) URL.revokeObjectURL(made)
      setPreview(null)
    }
  }, [db, own, name, kind, page, size])
  return preview
}
