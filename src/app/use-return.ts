import { useElementScrollRestoration, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How long a growing page is scrolled back to its position (ms). */
const patienceMs = 1_000

/**
 * Restores a screen's scroll position after Back, Forward and a reload. The router does so when the screen is
 * rendered, but its rows come a moment later. So this tries again while the page grows, until the person scrolls, taps
 * or types.
 */
export function useReturnToPlace(): void {
  const { state, href } = useLocation()
  const top = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0
  const place = state.__TSR_key ?? href
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the place stood on arrival; it moves with the person after that
  useEffect(() => {
    if (top < 1) return
    const ended = new AbortController()
    const until = performance.now() + patienceMs
    for (const moved of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(moved, () => ended.abort(), { once: true, signal: ended.signal, passive: true })
    const again = () => {
      if (ended.signal.aborted) return
      if (window.scrollY < top - 1) window.scrollTo(0, top)
      if (performance.now() > until) ended.abort()
      else requestAnimationFrame(again)
    }
    requestAnimationFrame(again)
    return () => ended.abort()
  }, [place])
}
