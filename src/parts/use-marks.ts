import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { drawCross, drawMarked, isMeant, type Mark, type MarkTool, type Spot } from './markup-draw.ts'

/** The longer side of a copy (pixels): more than a phone sends, but little enough for its memory. */
const longestSide = 2560

/** How far an arrow key moves the pointer, as a fraction of the longer side. */
const keyStep = 0.02

const steps: Partial<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Marks on a picture: drawn on the canvas by finger, mouse or keys, and undone one by one. */
export function useMarks(url: string, tool: MarkTool, words: string) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { picture, isBroken } = useDrawn(url)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const [draft, setDraft] = useState<Mark>()
  const [pointer, setPointer] = useState<Spot>()
  const longer = picture ? Math.max(picture.width, picture.height) : 0
  useEffect(() => {
    const paint = picture && canvas.current?.getContext('2d')
    if (!paint) return
    drawMarked(paint, picture.image, draft ? [...marks, draft] : marks)
    if (pointer) drawCross(paint, pointer)
  }, [picture, marks, draft, pointer])
  const begin = (at: Spot) => setDraft({ tool, from: at, to: at, words })
  const end = (mark: Mark) => {
    setDraft(undefined)
    if (isMeant(mark, longer)) setMarks([...marks, mark])
  }
  const byKey = (event: KeyboardEvent) => {
    if (!picture) return
    const step = steps[event.key]
    const at = pointer ?? { x: picture.width / 2, y: picture.height / 2 }
    if (step) {
      event.preventDefault()
      const next = { x: at.x + step.x * longer * keyStep, y: at.y + step.y * longer * keyStep }
      setPointer(next)
      if (draft) setDraft({ ...draft, to: next })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setPointer(at)
      if (draft) end({ ...draft, to: at })
      else if (tool === 'words') end({ tool, from: at, to: at, words })
      else begin(at)
    }
  }
  return {
    canvas,
    picture,
    isBroken,
    marks,
    undo: () => setMarks(marks.slice(0, -1)),
    events: {
      onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setPointer(undefined)
        begin(spotOf(event))
      },
      onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => draft && setDraft({ ...draft, to: spotOf(event) }),
      onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => draft && end({ ...draft, to: spotOf(event) }),
      onPointerCancel: () => setDraft(undefined),
      onKeyDown: byKey,
    },
    /** The copy as a JPEG; null if the browser returns none. */
    copy: (): Promise<Blob | null> => {
      const paint = picture && canvas.current?.getContext('2d')
      if (!paint) return Promise.resolve(null)
      drawMarked(paint, picture.image, marks)
      return new Promise((resolve) => paint.canvas.toBlob(resolve, 'image/jpeg', 0.92))
    },
  }
}

/** The position of a pointer, in pixels of the picture. */
const spotOf = ({ currentTarget: canvas, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Spot => {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return { x: ((clientX - left) / width) * canvas.width, y: ((clientY - top) / height) * canvas.height }
}

/** A picture, and the size at which it is drawn. */
interface Drawn {
  image: HTMLImageElement
  width: number
  height: number
}

/** The picture at a URL, no larger than a copy may be. */
function useDrawn(url: string): { picture: Drawn | undefined; isBroken: boolean } {
  const [picture, setPicture] = useState<Drawn>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    // The device's own copy is still being read.
    if (url === '') return
    let isOver = false
    setBroken(false)
    const image = new Image()
    image.src = url
    image.decode().then(
      () => {
        const { naturalWidth, naturalHeight } = image
        const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight))
        const size = { width: Math.round(naturalWidth * scale), height: Math.round(naturalHeight * scale) }
        if (!isOver) setPicture({ image, ...size })
      },
      () => !isOver && setBroken(true),
    )
    return () => {
      isOver = true
    }
  }, [url])
  return { picture, isBroken }
}
