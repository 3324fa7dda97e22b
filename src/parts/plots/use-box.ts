import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of a frame and its font size, in pixels; both 0 before the first layout. */
interface Box {
  frame: RefObject<HTMLDivElement | null>
  width: number
  em: number
}

/** Follows the size of a frame, so that its drawing has enough room for text at any text size. */
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
