import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { Photo } from '../contract/photo.ts'
import type { PhotoRow } from '../db/photos.ts'
import { usePicture } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import { fetched } from '../ui/fetched.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lightbox } from '../ui/lightbox.tsx'
import type { Marking } from './markup-sheet.tsx'
import { fileNote, isPicture, officeHash, type ShownPhoto, takenFacts } from './photo-match.ts'

const MarkupSheet = fetched(async () => (await import('./markup-sheet.tsx')).MarkupSheet)
const PhotoFacts = fetched(async () => (await import('./photo-facts.tsx')).PhotoFacts)

/**
 * Which files are drawn as pictures, and each as its tile: a tap on a picture enlarges it (`enlarged` is that, or
 * null), anything else is a file with a note. A HEIC picture that the browser does not draw becomes a file.
 */
export function useTiles(shown: readonly ShownPhoto[], owner?: Marking['owner']) {
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string | null>(null)
  const [marking, setMarking] = useState<Marking | null>(null)
  const isDrawn = (it: ShownPhoto) => isPicture(it) && !unreadable.has(it.key)
  const pictures = shown.filter(isDrawn)
  const [first] = pictures
  return {
    pictures,
    /** Enlarges the first picture; null where there is none. */
    view: first ? () => setOpen(first.key) : null,
    enlarged: (
      <>
        {open !== null && (
          <Enlarged
            pictures={pictures}
            start={pictures.findIndex((it) => it.key === open)}
            owner={owner}
            onMark={(next) => {
              setOpen(null)
              setMarking(next)
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {marking && <MarkupSheet of={marking} onClose={() => setMarking(null)} />}
      </>
    ),
    tile: (it: ShownPhoto) =>
      isDrawn(it) ? (
        <PictureTile
          shown={it}
          onOpen={() => setOpen(it.key)}
          onUnreadable={() => setUnreadable((old) => new Set(old).add(it.key))}
        />
      ) : (
        <>
          <FileTile shown={it} />
          <FileNote of={it} />
        </>
      ),
  }
}

const NoteLine = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', lineHeight: 1.25, paddingTop: '2px' } })

function FileNote({ of }: { of: ShownPhoto }) {
  const note = fileNote(of)
  return note && <NoteLine>{note}</NoteLine>
}

/** A picture of a record; a tap enlarges it. */
function PictureTile({
  shown,
  onOpen,
  onUnreadable,
}: {
  shown: ShownPhoto
  onOpen: () => void
  /** A HEIC picture was not drawn. */
  onUnreadable: () => void
}) {
  return (
    <button type="button" aria-label={`Enlarge ${shown.name}`} onClick={onOpen}>
      <Icon name="photo" />
      {shown.own ? (
        <OwnPicture photo={shown.own} server={shown.server} onUnreadable={onUnreadable} />
      ) : (
        <ServerPicture server={shown.server} onUnreadable={onUnreadable} />
      )}
    </button>
  )
}

interface OfServer {
  server: Photo | null
  onUnreadable: () => void
}

function OwnPicture({ photo, ...ofServer }: { photo: PhotoRow } & OfServer) {
  const url = usePicture(photo.id, 'thumb')
  if (url) return <img src={url} alt={photo.name} />
  return <ServerPicture {...ofServer} />
}

function ServerPicture({ server: photo, onUnreadable }: OfServer) {
  const [isMissing, setMissing] = useState(false)
  if (!photo) return null
  if (isMissing) return <span>Not on this device</span>
  return (
    <img
      src={photo.poster_url ?? photo.url}
      alt={photo.filename ?? 'Photo'}
      loading="lazy"
      onError={() => (fileNote({ own: null, server: photo }) ? onUnreadable() : setMissing(true))}
    />
  )
}

const Middle = chakra('span', { base: { display: 'grid', justifyItems: 'center', maxWidth: '100%' } })

/** A file that is no picture; it opens in a tab of its own. */
function FileTile({ shown }: { shown: ShownPhoto }) {
  const own = useFileUrls(shown.own ? [shown.own.id] : [])
  const url = own?.[0] ?? shown.server?.url
  return (
    <a href={url} target="_blank" rel="noreferrer" download={own?.[0] ? shown.name : undefined}>
      <Middle>
        <Icon name="file" />
        {shown.name} <u>Open</u>
      </Middle>
    </a>
  )
}

interface EnlargedProps {
  pictures: ShownPhoto[]
  start: number
  /** The record that a marked copy is added to; undefined where none can be. */
  owner: Marking['owner'] | undefined
  onMark: (marking: Marking) => void
  onClose: () => void
}

/** The pictures of a record at full size, this device's own first. */
function Enlarged({ pictures, start, owner, onMark, onClose }: EnlargedProps) {
  const urls = useFileUrls(pictures.map((it) => it.own?.id ?? ''))
  if (!urls) return null
  const all = pictures.map((it, index) => ({
    name: it.name,
    url: urls[index] ?? it.server?.url ?? '',
    onMark: owner && (() => onMark(markingOf(it, owner))),
    small: it.server?.poster_url ?? undefined,
    facts: <PhotoFacts of={it} />,
  }))
  return <Lightbox pictures={all} start={Math.max(0, start)} onClose={onClose} />
}

const markingOf = (it: ShownPhoto, owner: Marking['owner']): Marking => ({
  owner,
  name: it.name,
  photo: it.own?.id ?? null,
  url: it.server?.url ?? '',
  sha256: officeHash(it),
  facts: takenFacts(it),
})

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
