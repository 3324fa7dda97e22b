import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useState } from 'react'
import type { Id, RecordType } from '../contract/id.ts'
import type { Photo } from '../contract/photo.ts'
import type { PhotoRow } from '../db/photos.ts'
import { useLive, usePhotosOf, usePicture } from '../sync/react.ts'
import { Icon } from '../ui/icon.tsx'
import { Lightbox } from '../ui/lightbox.tsx'
import { isPicture, type Shown, shownPhotos } from './photo-match.ts'
import { PhotoState } from './photo-state.tsx'

const Wall = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& > li': { width: '7rem', minWidth: 0 },
    '& > li > button, & > li > a': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      aspectRatio: '4 / 3',
      borderRadius: 'md',
      overflow: 'hidden',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
      textDecoration: 'none',
      padding: 1,
      textAlign: 'center',
      overflowWrap: 'anywhere',
      lineHeight: 1.2,
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
})

interface Props {
  type: RecordType
  id: Id
  /** What hangs on it as the server lists it. */
  photos: readonly Photo[]
  /** What the pictures are of, for screen readers. */
  of: string
  /** The specification's words for none; null says nothing. */
  empty?: string | null
  /** What can be done with all of them, below the pictures; `view` enlarges the first, null where none is a picture. */
  actions?: (files: { count: number; view: (() => void) | null }) => ReactNode
}

/** A record's photos, those of this device at once and each with its own state; a tap enlarges (AR-09). */
export function PhotoWall({ type, id, photos, of, empty = 'No photos attached', actions }: Props) {
  const own = usePhotosOf(type, id)
  const [open, setOpen] = useState<string | null>(null)
  const shown = shownPhotos(own ?? [], photos)
  const pictures = shown.filter(isPicture)
  if (shown.length === 0) return own === undefined || empty === null ? null : <NoPhotos>{empty}</NoPhotos>
  const first = pictures[0]
  return (
    <>
      <Wall aria-label={`Photos of ${of}`}>
        {shown.map((it) => (
          <li key={it.key}>
            {isPicture(it) ? <PictureTile shown={it} onOpen={() => setOpen(it.key)} /> : <FileTile shown={it} />}
            {it.own && <PhotoState photo={it.own} />}
          </li>
        ))}
      </Wall>
      {actions?.({ count: shown.length, view: first ? () => setOpen(first.key) : null })}
      {open !== null && (
        <Enlarged
          pictures={pictures}
          start={pictures.findIndex((it) => it.key === open)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const NoPhotos = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm' } })

function PictureTile({ shown, onOpen }: { shown: Shown; onOpen: () => void }) {
  return (
    <button type="button" aria-label={`Enlarge ${shown.name}`} onClick={onOpen}>
      <Icon name="photo" />
      {shown.own ? <OwnPicture photo={shown.own} server={shown.server} /> : <ServerPicture photo={shown.server} />}
    </button>
  )
}

function OwnPicture({ photo, server }: { photo: PhotoRow; server: Photo | null }) {
  const url = usePicture(photo.id, 'thumb')
  if (url) return <img src={url} alt={photo.name} />
  return <ServerPicture photo={server} />
}

function ServerPicture({ photo }: { photo: Photo | null }) {
  const [isMissing, setMissing] = useState(false)
  if (!photo) return null
  if (isMissing) return <span>Not on this device</span>
  return (
    <img
      src={photo.poster_url ?? photo.url}
      alt={photo.filename ?? 'Photo'}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  )
}

function FileTile({ shown }: { shown: Shown }) {
  const own = useFileUrls(shown.own ? [shown.own.id] : [])
  const url = own?.[0] ?? shown.server?.url
  return (
    <a href={url} target="_blank" rel="noreferrer" download={own?.[0] ? shown.name : undefined}>
      <span>
        <Icon name="file" />
        {shown.name} <u>Open</u>
      </span>
    </a>
  )
}

function Enlarged({ pictures, start, onClose }: { pictures: Shown[]; start: number; onClose: () => void }) {
  const urls = useFileUrls(pictures.map((it) => it.own?.id ?? ''))
  if (!urls) return null
  const all = pictures.map((it, index) => ({ name: it.name, url: urls[index] ?? it.server?.url ?? '' }))
  return <Lightbox pictures={all} start={Math.max(0, start)} onClose={onClose} />
}

/** Addresses of files stored here, in the order asked; undefined while they are read. */
function useFileUrls(photos: readonly string[]): (string | null)[] | undefined {
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
