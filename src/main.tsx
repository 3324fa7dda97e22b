/*
 * The page paints what it kept of the last time by itself (app/first-frame.js). The app's modules wait for that frame:
 * reading and running them takes as long as painting it many times over.
 */

/** Where the check of the browser in index.html has said that the app cannot run, nothing may paint over its words. */
if (!document.documentElement.hasAttribute('data-stopped')) {
  document.documentElement.setAttribute('data-starting', '')
  if (window.codesoftFirstFrame) afterFrame(load)
  else load()
}

function load(): void {
  void import('./app/start.tsx').then(({ start }) => start(), notLoaded)
}

/** A part of the app did not arrive, or this browser cannot read it: first-check.js shows a message. */
function notLoaded(error: unknown): void {
  dispatchEvent(new Event('codesoft-not-loaded'))
  // The browser logs a failed download by itself. Any other error, such as a syntax error, is reported here.
  if (!(error instanceof TypeError)) reportError(error)
}

/** Runs it once the next frame is on the screen; also on a page that is never shown, where no frame comes. */
function afterFrame(act: () => void): void {
  let isDone = false
  const once = () => {
    if (!isDone) act()
    isDone = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 300)
}
