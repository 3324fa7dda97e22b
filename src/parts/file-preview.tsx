import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Lightbox } from '../ui/lightbox.tsx'
import { PhotoFacts } from './photo-facts.tsx'
import { noPreviewText, type PreviewState, previewKind, type ShownPhoto } from './photo-match.ts'
import { useFileUrls } from './use-file-urls.ts'
import { usePreview } from './use-preview.ts'

interface Props {
  of: ShownPhoto
  /** Whether a tap enlarges it. */
  canEnlarge: boolean
  /** Called by that tap; without it the file is enlarged alone, with all its pages. */
  onEnlarge?: (() => void) | undefined
  /** Drawn before it scrolls into view, for a page that is printed. */
  isEager?: boolean
  /** Called once the result is known. */
  onState: (state: PreviewState, pages: number) => void
}

/** The top of a page identifies it. Set inline, so that the style sheet needs no rule for it. */
const fromTop = { objectPosition: 'top' }

/** A HEIC picture, or the first page of a PDF, drawn once it scrolls into view; nothing until then, or if it fails. */
export function FilePreview({ of, canEnlarge, onEnlarge, isEager = false, onState }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  const [isSeen, setSeen] = useState(isEager)
  const [isOpen, setOpen] = useState(false)
  const preview = usePreview(isSeen ? of : null, 1, 'thumb')
  useEffect(() => {
    if (!place.current || isSeen) return
    const watch = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  const state = preview && ('failed' in preview ? preview.failed : 'shown')
  const pages = preview && 'pages' in preview ? preview.pages : 0
  const tell = useRef(onState)
  tell.current = onState
  useEffect(() => {
    if (state) tell.current(state, pages)
  }, [state, pages])
  if (!preview || 'failed' in preview) return <span ref={place} />
  const isPdf = previewKind(of) === 'pdf'
  const picture = <img src={preview.url} alt={isPdf ? `First page of ${of.name}` : of.name} style={fromTop} />
  if (!canEnlarge) return picture
  return (
    <>
      <button type="button" aria-label={`Enlarge ${of.name}`} onClick={onEnlarge ?? (() => setOpen(true))}>
        {picture}
      </button>
      {/* Outside the list, whose style for small pictures would also apply to the large one. */}
      {isOpen && createPortal(<EnlargedFile of={of} pages={pages} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

/** All pages at full size, each drawn when it is opened; the file itself can be opened from here too. */
function EnlargedFile({ of, pages, onClose }: { of: ShownPhoto; pages: number; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const preview = usePreview(of, at + 1, 'full')
  const own = useFileUrls(of.own ? [of.own.id] : [])?.[0]
  const file = own ?? of.server?.url
  const words = preview && 'failed' in preview ? noPreviewText(of, preview.failed) : 'Drawing…'
  const all = Array.from({ length: pages }, (_, index) => ({
    name: `${of.name}, page ${index + 1} of ${pages}`,
    url: index === at && preview && 'url' in preview ? preview.url : '',
    words,
    facts: <PhotoFacts of={of} />,
    ...(file && { file }),
    ...(own && { saveAs: of.name }),
  }))
  return <Lightbox pictures={all} start={0} one="page" onShow={setAt} onClose={onClose} />
}

/** A HEIC picture at full size: the URL of the drawn picture, or why there is none. */
export interface DrawnPicture {
  key: string
  url: string
  words: string | null
}

/** Draws one HEIC picture at full size for as long as it is rendered, and shows nothing itself. */
export function DrawnInFull({ of, onDrawn }: { of: ShownPhoto; onDrawn: (drawn: DrawnPicture) => void }) {
  const preview = usePreview(of, 1, 'full')
  const url = preview && 'url' in preview ? preview.url : ''
  const words = preview && 'failed' in preview ? noPreviewText(of, preview.failed) : null
  const { key } = of
  const tell = useRef(onDrawn)
  tell.current = onDrawn
  useEffect(() => tell.current({ key, url, words }), [key, url, words])
  return null
}
