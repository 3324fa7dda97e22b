import { useEffect, useState } from 'react'

/**
 * If the device's storage does not answer within this time (ms), a message is shown. It usually answers within a few
 * hundredths of a second.
 */
const slowMs = 8_000

/** The same placeholder as in index.html, so that nothing moves between the first paint and the app. */
export function Bones() {
  const isSlow = useIsSlow()
  if (isSlow) {
    return (
      <div className="first-words" role="alert">
        <strong>CodeSoft</strong>
        <h1>This device’s storage does not answer</h1>
        <p>CodeSoft opens as soon as it does. What was saved here is not lost by it.</p>
        <p>If this stays, close all tabs and windows of CodeSoft and open it again, or restart the device.</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    )
  }
  return (
    <div className="bones" data-loading="">
      <div className="bones-bar">CodeSoft</div>
      <div className="bones-page" role="status">
        <span className="unseen">Loading...</span>
        <span className="bones-line" />
        <span className="bones-line" />
        <span className="bones-line" />
        <span className="bones-line" />
      </div>
    </div>
  )
}

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
