import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { fetched } from '../../ui/fetched.tsx'
import type { Marked } from './use-marks.ts'

const Streets = fetched(async () => (await import('./small-map-streets.tsx')).SmallMapStreets)

const Frame = chakra('div', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minHeight: '180px',
    overflow: 'hidden',
    borderRadius: 'md',
    border: 'var(--hairline) solid var(--line)',
    background: 'bg.side',
    '& > a': { position: 'absolute', inset: 0, borderRadius: 'md' },
    '& > a:focus-visible': { outlineOffset: '-3px' },
    // The text stands below it: it must not cover marks.
    '& > [data-map]': { position: 'relative', flex: '1 0 130px' },
    // Without a map only the text is shown, without a frame. The height stays, so that nothing moves.
    '&:has(> p:first-child)': { justifyContent: 'center', border: 'none', background: 'none' },
    '& > [data-map] ~ p': { padding: 3, background: 'bg', fontSize: 'sm' },
  },
})

/** The delay in a browser that cannot tell when it is idle (Safari) (ms). */
const otherwiseMs = 400

/**
 * The places of these records: a picture that links to the whole map. Its space is reserved from the beginning, so
 * that nothing moves when it loads; its code is loaded once it is in view and the page is idle.
 */
export function SmallMap({ records, addressId }: { records: readonly Marked[]; addressId?: Id }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    let waiting: number | undefined
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((it) => it.isIntersecting)) return
      watch.disconnect()
      const want = () => setWanted(true)
      if ('requestIdleCallback' in window) requestIdleCallback(want)
      else waiting = setTimeout(want, otherwiseMs) as unknown as number
    })
    watch.observe(frame.current)
    return () => {
      watch.disconnect()
      clearTimeout(waiting)
    }
  }, [])
  return (
    <Frame ref={frame} className="not-printed">
      {isWanted && <Streets records={records} />}
      <Link to="/map" search={addressId ? { address: String(addressId) } : {}} aria-label="Open the map" />
    </Frame>
  )
}
