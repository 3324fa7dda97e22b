/** The longest wait (ms): a hidden page paints no frames. */
const longestMs = 100

/** Resolves once the page's next frame is painted, or after 100 ms. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestMs)
    requestAnimationFrame(() => {
      // A message sent in a frame arrives after its paint. Others may wait for theirs, so this is a task later.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => setTimeout(resolve)
      port2.postMessage(null)
    })
  })
