import { useEffect, useState } from 'react'
import { isBecomingReady } from '../capture/becoming-ready.ts'
import { useLive } from './live.ts'

/** The address of a stored picture for an <img>, or undefined while it is read or when it cannot be shown. */
export function usePicture(photo: string, part: 'thumb' | 'web'): string | undefined {
  const blob = useLive(
    async (db) => {
      const made = await db.blobs.get([photo, part])
      if (made) return made
      // Its smaller copies are ready in a moment; until then, eight million pixels would be decoded for a tile.
      const coming = isBecomingReady(photo) && !(await db.photos.get(photo))?.sends
      return coming ? undefined : db.blobs.get([photo, 'original'])
    },
    [photo, part],
  )
  const [made, setMade] = useState<{ photo: string; url: string }>()
  useEffect(() => {
    if (!blob?.type.startsWith('image/') || /hei[cf]$/.test(blob.type)) return
    const url = URL.createObjectURL(new Blob([blob.bytes], { type: blob.type }))
    setMade({ photo: blob.photo, url })
    return () => {
      URL.revokeObjectURL(url)
      setMade(undefined)
    }
  }, [blob])
  // While another photo is read, the last one is still here.
  return made?.photo === photo ? made.url : undefined
}
