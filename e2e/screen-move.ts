/*
 * A move between screens inside of the app, as people make it. These run in the page, so each stands alone. Two screens
 * at the same path share their elements, so a move between them cannot be seen.
 */

/** Moves to an address and marks the screen that stands there until then. */
export function moveMarked(address: string): void {
  for (const shown of document.querySelectorAll('main#main > *')) shown.setAttribute('data-before', '')
  history.pushState(null, '', address)
}

/** Whether the screen that stood there before the move is gone. */
export const isLeft = (): boolean => document.querySelector('main#main > [data-before]') === null
