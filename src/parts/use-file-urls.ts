import { useEffect, useState } from 'react'
import { useLive } from '../sync/react/live.ts'

/** The URLs of stored files, in the given order; undefined while they are read. */
export function useFileUrls(photos: readonly string[]): (string | null)[] | undefined {
  const name = photos.join(' ')
  const blobs = useLive(
    (db) =>
      Promise.all(
        photos.map(async (id) =>
          id === '' ? null : ((await db.blobs.get([id, 'web'])) ?? (await db.blobs.get([id, 'original'])) ?? null),
        ),
      ),
    [name],
  )
  const [urls, setUrls] = useState<(string | null)[]>()
  useEffect(() => {
    if (!blobs) return
    const made = blobs.map((it) => it && URL.createObjectURL(new Blob([it.bytes], { type: it.type })))
    setUrls(made)
    return () => {
      for (const url of made) if (url) URL.revokeObjectURL(url)
    }
  }, [blobs])
  return urls
}
