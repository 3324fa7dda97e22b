import { chakra } from '@chakra-ui/react/styled-system'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { dark, fullScreen } from './full-screen.ts'
import { boundedZoom, zoomBounds } from './lightbox-zoom.ts'
import { useModal } from './modal.ts'

const Frame = chakra('dialog', {
  base: {
    ...fullScreen,
    ...dark,
    '& > div:first-of-type': {
      position: 'absolute',
      inset: 0,
      display: 'grid',
      placeItems: 'center',
      touchAction: 'none',
      cursor: 'grab',
    },
    '& img': { maxWidth: '100vw', maxHeight: '100dvh', userSelect: 'none', willChange: 'transform' },
    '& > footer': {
      position: 'absolute',
      insetInline: 0,
      bottom: 0,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      flexWrap: 'wrap',
      gap: 1,
      padding: 2,
      paddingBottom: 'calc(8px + env(safe-area-inset-bottom))',
      background: 'rgb(11 15 17 / 0.85)',
    },
    '& > footer > span': { minWidth: '4rem', textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
    '& > p': {
      position: 'absolute',
      top: 0,
      insetInlineStart: 0,
      padding: 3,
      paddingTop: 'calc(12px + env(safe-area-inset-top))',
      maxWidth: 'calc(100vw - 64px)',
    },
    '& > aside': {
      position: 'absolute',
      insetInline: 0,
      bottom: 'calc(60px + env(safe-area-inset-bottom))',
      maxHeight: '60dvh',
      overflow: 'auto',
      padding: 4,
      background: 'rgb(11 15 17 / 0.92)',
      '& *': { color: '#ffffff' },
      '& > p': { paddingTop: 3 },
    },
    '& > button': { position: 'absolute', top: 'calc(4px + env(safe-area-inset-top))', insetInlineEnd: 1 },
  },
})

/** Controls must be visible on a white page. */
const shade = { background: 'rgb(11 15 17 / 0.85)' }

/** A screen reader says the name at Next and Previous; it does not say the new name of the frame. */
const saidAtNext = { style: shade, 'aria-live': 'polite', 'aria-atomic': true } as const

/** As tall as a finger needs. */
const link = { color: '#ffffff', padding: '12px 8px' }

interface Picture {
  /** '' while it is being made; then `words` say so. */
  url: string
  /** The text if there is nothing to show. */
  words?: string | null
  /** The URL of the file from which it was drawn. */
  file?: string
  /** The name for saving that file, if it has no URL of its own. */
  saveAs?: string
  /** Its file name, or what it belongs to. */
  name: string
  /** A small copy, shown if the picture itself cannot be loaded. */
  small?: string | undefined
  /** Facts about it, shown on demand. */
  facts?: ReactNode
  /** Opens a copy of it for marking up. */
  onMark?: (() => void) | undefined
}

interface Props {
  pictures: Picture[]
  /** Which one is enlarged first. */
  start: number
  /** What one of them is called. */
  one?: 'photo' | 'page'
  /** Called when another one is enlarged. */
  onShow?: (at: number) => void
  /** Calls its function whenever signal returns, until the returned one is called: what failed is loaded again. */
  watchSignal?: (again: () => void) => () => void
  onClose: () => void
}

const middle = { zoom: 1, x: 0, y: 0 }

/** Enlarged photos: zoom 0.5 to 6 by buttons, wheel, keys and pinch, dragged if larger than the screen (AD-16). */
export function Lightbox({ pictures, start, one = 'photo', onShow, watchSignal, onClose }: Props) {
  const frame = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const [view, setView] = useState(middle)
  const [missing, addMissing] = useMissing(watchSignal)
  const [hasFacts, setHasFacts] = useState(false)
  const picture = pictures[at]
  const shown = [picture?.url, picture?.small].find((url) => url && !missing.includes(url))
  useModal(frame)

  const zoomBy = (step: number) => setView((old) => ({ ...old, zoom: boundedZoom(old.zoom + step) }))
  const goBy = (step: number) => {
    const next = (at + step + pictures.length) % pictures.length
    setAt(next)
    onShow?.(next)
    setView(middle)
  }
  const press: Record<string, () => void> = {
    '+': () => zoomBy(zoomBounds.button),
    '=': () => zoomBy(zoomBounds.button),
    '-': () => zoomBy(-zoomBounds.button),
    '0': () => setView(middle),
    ArrowRight: () => goBy(1),
    ArrowLeft: () => goBy(-1),
  }
  const gestures = useGestures(setView)
  return (
    <Frame
      ref={frame}
      aria-label={`${one === 'page' ? 'Page' : 'Photo'} ${at + 1} of ${pictures.length}: ${picture?.name ?? ''}`}
      onClose={onClose}
      onKeyDown={(event) => press[event.key]?.()}
    >
      <div {...gestures} onWheel={(event) => zoomBy(event.deltaY < 0 ? zoomBounds.wheel : -zoomBounds.wheel)}>
        {picture && !shown && <p role="status">{picture.words ?? 'Not on this device. It opens with signal.'}</p>}
        {picture && shown && (
          <img
            src={shown}
            onError={() => addMissing(shown)}
            alt={picture.name}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}
          />
        )}
      </div>
      <p {...saidAtNext}>{numberedName(pictures, at, one)}</p>
      {hasFacts && <aside>{picture?.facts}</aside>}
      <footer>
        {pictures.length > 1 && <IconButton icon="back" label={`Previous ${one}`} onClick={() => goBy(-1)} />}
        <IconButton
          icon="minus"
          label="Zoom out"
          disabled={view.zoom <= zoomBounds.least}
          onClick={() => zoomBy(-zoomBounds.button)}
        />
        <span role="status">{Math.round(view.zoom * 100)} %</span>
        <IconButton
          icon="plus"
          label="Zoom in"
          disabled={view.zoom >= zoomBounds.most}
          onClick={() => zoomBy(zoomBounds.button)}
        />
        {pictures.length > 1 && <IconButton icon="next" label={`Next ${one}`} onClick={() => goBy(1)} />}
        {picture?.onMark && <IconButton icon="pencil" label="Mark up a copy" onClick={picture.onMark} />}
        {picture?.facts && (
          <IconButton
            icon="info"
            label={one === 'page' ? 'About this file' : 'About this photo'}
            aria-expanded={hasFacts}
            onClick={() => setHasFacts(!hasFacts)}
          />
        )}
        {picture?.file && <FileLink of={picture} />}
      </footer>
      <IconButton icon="close" label="Close" style={shade} onClick={() => frame.current?.close()} />
    </Frame>
  )
}

/** The URLs that could not be loaded, since signal last returned: of older pictures a phone may only have thumbnails. */
const useMissing = (watchSignal: Props['watchSignal']) => {
  const [missing, setMissing] = useState<readonly string[]>([])
  useEffect(() => watchSignal?.(() => setMissing([])), [watchSignal])
  return [missing, (url: string) => setMissing((old) => [...old, url])] as const
}

/** The name of one of several photos begins with its number; the name of a page contains it. */
const numberedName = (pictures: readonly Picture[], at: number, one: Props['one']) => {
  const name = pictures[at]?.name
  return one === 'photo' && pictures.length > 1 ? `${at + 1} of ${pictures.length}: ${name}` : name
}

const FileLink = ({ of }: { of: Picture }) => (
  <a href={of.file} target="_blank" rel="noreferrer" download={of.saveAs} style={link}>
    Open file
  </a>
)

type View = typeof middle

/** One finger or the mouse drags; two fingers zoom. Buttons and keys do the same for people who cannot. */
const useGestures = (setView: (change: (old: View) => View) => void) => {
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const end = (event: PointerEvent) => void fingers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      const old = fingers.current.get(event.pointerId)
      if (!old) return
      const now = { x: event.clientX, y: event.clientY }
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
      fingers.current.set(event.pointerId, now)
      if (!other) return setView((view) => ({ ...view, x: view.x + now.x - old.x, y: view.y + now.y - old.y }))
      const spread = (from: typeof now) => Math.hypot(from.x - other.x, from.y - other.y) || 1
      setView((view) => ({ ...view, zoom: boundedZoom((view.zoom * spread(now)) / spread(old)) }))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
