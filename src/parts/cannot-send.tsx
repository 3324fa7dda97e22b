import { useEngine } from '../sync/react/engine.ts'
import { Note } from '../ui/states.tsx'

/** Whether this browser can prevent two windows from sending the same work twice (I15). */
export const useCanSend = (): boolean => useEngine().device.locks !== null

/** Why nothing is sent from this browser, what still works, and what to do. */
export const cannotSendText =
  'This browser cannot send: it lacks what keeps two windows from sending the same work twice (Web Locks). ' +
  'You can read and record; everything is saved on this device.'

/** The same above a list of unsent work, with what to do. */
export function CannotSend() {
  return (
    <Note tone="red">
      {cannotSendText} To send it, update this browser. Or save the rescue copy below and open it on another phone or
      computer, where you are signed in.
    </Note>
  )
}
