import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isStarting } from '../sync/device/start.ts'

/** How long a growing page is scrolled back to its position (ms). */
const patienceMs = 1_000

/**
 * Restores a screen's scroll position after Back, Forward and a reload. The router does so when the screen is
 * rendered, but its rows come a moment later. So this tries again while the page grows, until the person scrolls, taps
 * or types.
 */
export function useReturnToPlace(): void {
  const router = useRouter()
  const { state, href } = useLocation()
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
  const place = state.__TSR_key ?? href
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the place stood on arrival; it moves with the person after that
  useEffect(() => {
    if (top < 1) return
    const ended = new AbortController()
    let until = performance.now() + patienceMs
    for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(moved, () => ended.abort(), { once: true, signal: ended.signal, passive: true })
    const again = () => {
      if (ended.signal.aborted) return
      // The screen before may still be shown; to scroll it would also change where it is returned to.
      const { state: now, href: shown } = router.state.resolvedLocation ?? {}
      const isShown = (now?.__TSR_key ?? shown) === place
      if (isShown && window.scrollY < top - 1) window.scrollTo(0, top)
      if (isStarting()) until = performance.now() + patienceMs
      if (performance.now() > until) ended.abort()
      else requestAnimationFrame(again)
    }
    requestAnimationFrame(again)
    return () => ended.abort()
  }, [place])
}
