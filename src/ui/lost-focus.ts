/** What can take the focus around an element, the innermost first: its row, the page. Asked while it is on screen. */
export function around(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at = element?.parentElement; at; at = at.parentElement) if (at.matches('[tabindex]')) found.push(at)
  return found
}

/**
 * Gives a focus that has gone with its element to the first of these that is still on screen, so that Tab does not begin
 * again before the menu. Nothing scrolls by it.
 */
export function focusIfLost(places: readonly HTMLElement[]): void {
  if (document.activeElement === document.body) places.find((it) => it.isConnected)?.focus({ preventScroll: true })
}
