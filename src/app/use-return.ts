import { useElementScrollRestoration, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How long a page that is still growing is brought back to its place (ms). */
const patienceMs = 1_000

/**
 * Brings Back, Forward and a reload to where a screen was scrolled. The router does so when the screen is rendered; its
 * rows come a moment later, so this tries again while the page grows, until the person scrolls, taps or types.
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
