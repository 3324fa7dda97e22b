/*
 * The page paints what it kept of the last time by itself (app/first-frame.js). The app's modules wait for that frame:
 * reading and running them takes as long as painting it many times over.
 */

/** Where the check of the browser in index.html has said that the app cannot run, nothing may paint over its words. */
if (!document.documentElement.hasAttribute('data-stopped')) {
  if (window.codesoftFirstFrame) afterFrame(load)
  else load()
}

function load(): void {
  // The check of the browser listens for errors of the page, and says that a part of the app did not arrive.
  import('./app/start.tsx').then(({ start }) => start()).catch(reportError)
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
