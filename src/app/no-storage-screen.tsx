import { useEffect } from 'react'
import { isFull, isStorageError } from '../db/storage-error.ts'
import { isAppleTouch } from '../parts/apple.ts'
import { diagnosticsOf } from './diagnostics.ts'

/**
 * The device's storage could not be opened: what is wrong, what still works, and what to do. Any other error is a bug.
 */
export function NoStorageScreen({ error }: { error: unknown }) {
  useEffect(() => {
    document.title = 'No storage · CodeSoft'
  }, [])
  // The boundary around the app shows it with its diagnostics.
  if (!isStorageError(error)) throw error
  return (
    <main className="first-words">
      <strong>CodeSoft</strong>
      {isFull(error) ? <Full /> : <Refused />}
      <p>
        Until then nothing can be read or recorded here, because CodeSoft keeps all work on the device first. It works
        on another phone or computer. What was saved here before is not touched, and is sent when CodeSoft opens again.
      </p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
      <details>
        <summary>For the office</summary>
        <pre>{diagnosticsOf(error)}</pre>
      </details>
    </main>
  )
}

function Full() {
  return (
    <>
      <h1>This device is full</h1>
      <p>There is no room left to open what CodeSoft keeps here.</p>
      <p>Delete photos, videos or apps that you do not need, then try again. Do not delete the data of websites.</p>
    </>
  )
}

function Refused() {
  return (
    <>
      <h1>This browser lets CodeSoft keep nothing</h1>
      <p>Its storage is switched off, refused or damaged. Usually one of these is the reason:</p>
      <ul>
        <li>
          <b>Cookies are blocked.</b>{' '}
          {isAppleTouch()
            ? 'Open Settings, Apps, Safari, Advanced, and switch Block All Cookies off.'
            : `Allow cookies and site data for ${location.host} in the browser’s settings.`}
        </li>
        <li>
          <b>This is a private window.</b> Open CodeSoft in a normal one.
        </li>
        <li>
          <b>The storage is damaged.</b> Close all windows of the browser and open it again, or restart the device. Do
          not delete the website’s data: unsent work would go with it.
        </li>
      </ul>
    </>
  )
}
