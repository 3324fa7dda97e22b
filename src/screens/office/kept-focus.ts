import { type RefObject, useLayoutEffect, useRef } from 'react'
import { around, focusIfLost } from '../../ui/lost-focus.ts'

/**
 * The ref of a button that may go after its press. If the focus goes with it, the first of its `places` that is left has
 * the focus. `placesOf` must be the same function at every render.
 */
export function useKeptFocus(
  placesOf: (button: Element) => HTMLElement[] = around,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      // At this moment the button is still in its row, and its neighbours are known. They may go with it.
      const places = own ? placesOf(own) : []
      queueMicrotask(() => focusIfLost(places))
    }
  }, [placesOf])
  return button
}
