import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { Photo } from '../contract/photo.ts'
import type { PhotoRow } from '../db/photos.ts'
import { onSignalAgain } from '../sync/react/hooks.ts'
import { usePicture } from '../sync/react/picture.ts'
import { fetched } from '../ui/fetched.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lightbox } from '../ui/lightbox.tsx'
import { DrawnInFull, FilePreview } from './fetched-preview.ts'
import type { DrawnPicture } from './file-preview.tsx'
import type { Marking } from './markup-sheet.tsx'
import {
  fileNote,
  isPhoto,
  isPicture,
  isToDraw,
  type PreviewState,
  previewKind,
  previewNote,
  type ShownPhoto,
} from './photo-match.ts'
import { useFileUrls } from './use-file-urls.ts'

const MarkupSheet = fetched(async () => (await import('./markup-sheet.tsx')).MarkupSheet)
const PhotoFacts = fetched(async () => (await import('./photo-facts.tsx')).PhotoFacts, null, null)

/**
 * The pictures among the files, and the tile of each file. A tap on a picture enlarges it (`enlarged`, else null), and
 * from there the person turns through all of them; any other file has a note. For a PDF, and a HEIC picture that the
 * browser cannot show, a preview replaces the note if it can be drawn.
 */
export function useTiles(shown: readonly ShownPhoto[], owner?: Marking['owner']) {
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string | null>(null)
  const [marking, setMarking] = useState<Marking | null>(null)
  const isDrawn = (it: ShownPhoto) => isPicture(it) && !unreadable.has(it.key)
  const pictures = shown.filter(isPhoto)
  const [first] = pictures
  return {
    pictures,
    /** Enlarges the first picture; null if there is none. */
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
          key={it.key}
          shown={it}
          onOpen={() => setOpen(it.key)}
          onUnreadable={() => setUnreadable((old) => new Set(old).add(it.key))}
        />
      ) : (
        <FileOrPreview key={it.key} shown={it} onEnlarge={isPhoto(it) ? () => setOpen(it.key) : undefined} />
      ),
  }
}

const NoteLine = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm', lineHeight: 1.25, paddingTop: '2px' } })

/** A file with a note; a preview replaces it if one can be drawn. */
function FileOrPreview({ shown, onEnlarge }: { shown: ShownPhoto; onEnlarge: (() => void) | undefined }) {
  const [state, setState] = useState<PreviewState | null>(null)
  const [pages, setPages] = useState(0)
  const note = previewNote(shown, state)
  return (
    <>
      {state !== 'shown' && <FileTile shown={shown} />}
      {note && <NoteLine>{note}</NoteLine>}
      {previewKind(shown) && (
        <FilePreview
          of={shown}
          canEnlarge
          onEnlarge={onEnlarge}
          onState={(state, pages) => {
            setState(state)
            setPages(pages)
          }}
        />
      )}
      {state === 'shown' && previewKind(shown) === 'pdf' && <NoteLine>{pagesText(shown.name, pages)}</NoteLine>}
    </>
  )
}

const pagesText = (name: string, pages: number) => `${name}: PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}`

/** A picture of a record; a tap enlarges it. */
function PictureTile({
  shown,
  onOpen,
  onUnreadable,
}: {
  shown: ShownPhoto
  onOpen: () => void
  /** Called if a HEIC picture could not be shown. */
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
  const [missing, setMissing] = useState<string | null>(null)
  useEffect(() => onSignalAgain(() => setMissing(null)), [])
  if (!photo) return null
  const url = photo.poster_url ?? photo.url
  if (missing === url) return <span>Not on this device</span>
  return (
    <img
      src={url}
      alt={photo.filename ?? 'Photo'}
      loading="lazy"
      onError={() => (fileNote({ own: null, server: photo }) ? onUnreadable() : setMissing(url))}
    />
  )
}

const Middle = chakra('span', { base: { display: 'grid', justifyItems: 'center', maxWidth: '100%' } })

/** A file that is no picture; it opens in a new tab. */
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
  /** The record to which a marked-up copy is added; undefined if that is not possible. */
  owner: Marking['owner'] | undefined
  onMark: (marking: Marking) => void
  onClose: () => void
}

/** The pictures of a record at full size, this device's first. */
function Enlarged({ pictures, start, owner, onMark, onClose }: EnlargedProps) {
  const [at, setAt] = useState(Math.max(0, start))
  const [drawn, setDrawn] = useState<DrawnPicture>()
  const urls = useFileUrls(pictures.map((it) => it.own?.id ?? ''))
  if (!urls) return null
  const all = pictures.map((it, index) => {
    const url = urls[index] ?? it.server?.url ?? ''
    return {
      name: it.name,
      ...(isToDraw(it) ? toDraw(it, { url, drawn }) : { url, small: it.server?.poster_url ?? undefined }),
      onMark: owner && (() => onMark({ owner, photo: it })),
      facts: <PhotoFacts of={it} />,
    }
  })
  const current = pictures[at]
  return (
    <>
      <Lightbox pictures={all} start={at} onShow={setAt} watchSignal={onSignalAgain} onClose={onClose} />
      {current && isToDraw(current) && <DrawnInFull key={current.key} of={current} onDrawn={setDrawn} />}
    </>
  )
}

/** A HEIC picture in the enlarged view: what was drawn from it, and the file itself. */
const toDraw = (it: ShownPhoto, { url: file, drawn }: { url: string; drawn: DrawnPicture | undefined }) => {
  const { url, words } = drawn?.key === it.key ? drawn : { url: '', words: null }
  return { url, words: words ?? 'Drawing…', file, ...(it.own && { saveAs: it.name }) }
}
