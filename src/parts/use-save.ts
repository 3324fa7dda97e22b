import { isFull } from '../sync/photos/make-room.ts'
import { RecordGone } from '../sync/record-gone.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

/** Said when the device has no room for what the user made; the form keeps it. */
export const fullText = 'Not saved: this phone is full. What you typed is still here. Free some space, then save again.'

/** Said when the record that this belongs to was never sent and was discarded on this device; the form keeps it. */
const goneText = 'Not saved: what this belongs to was discarded on this device. What you typed is still here.'

/** Saves on this device; null when it is full, or what this belongs to is gone, which is told. Anything else that goes wrong is a bug and throws. */
export async function saved<Result>(deed: () => Promise<Result>): Promise<Result | null> {
  try {
    return await deed()
  } catch (error) {
    if (!isFull(error) && !(error instanceof RecordGone)) throw error
    tellFailure(isFull(error) ? fullText : goneText)
    return null
  }
}

/** The specification's words of success, which here mean: safe on this device, and on its way when there is signal. */
export const tellSaved = (words: string): void => tell(`${words} (waiting to send)`)
