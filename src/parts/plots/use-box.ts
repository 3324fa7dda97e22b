import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of a frame and the size of its letters, in pixels; both 0 before the first layout. */
interface Box {
  frame: RefObject<HTMLDivElement | null>
  width: number
  em: number
}

/** Follows a frame, so that what is drawn in it has as much room as its letters need, at any text size. */
export function useBox(): Box {
  const frame = useRef<HTMLDivElement>(null)
  const [{ width, em }, setBox] = useState({ width: 0, em: 0 })
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => {
      const next = { width: current.clientWidth, em: Number.parseFloat(getComputedStyle(current).fontSize) }
      setBox((old) => (old.width === next.width && old.em === next.em ? old : next))
    }
    const watch = new ResizeObserver(measure)
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return { frame, width, em }
}
