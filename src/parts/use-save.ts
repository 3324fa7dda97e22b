import { issuesOf, issuesText } from '../contract/text-limits.ts'
import { isFull } from '../db/storage-error.ts'
import { RecordGone } from '../sync/capture/record-gone.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

/** Said when the device has no room for what the user made; the form keeps it. */
const fullText = 'Not saved: this phone is full. What you typed is still here. Free some space, then save again.'

/** Said when the record that this belongs to was never sent and was discarded on this device; the form keeps it. */
const goneText = 'Not saved: what this belongs to was discarded on this device. What you typed is still here.'

/** Said of a value that the office would refuse, such as a text that is too long; the form keeps it. */
const refusedText = (error: unknown): string | null => {
  const issues = issuesOf(error)
  const words = issues && issuesText(issues)
  return words && `Not saved: ${words}. What you typed is still here.`
}

/**
 * Saves on this device; null when it is full, when what this belongs to is gone, or when the office would refuse a
 * value, which is told. Anything else that goes wrong is a bug and throws.
 */
export async function saved<Result>(save: () => Promise<Result>): Promise<Result | null> {
  try {
    return await save()
  } catch (error) {
    const words = isFull(error) ? fullText : error instanceof RecordGone ? goneText : refusedText(error)
    if (words === null) throw error
    tellFailure(words)
    return null
  }
}

/** The specification's words of success, which here mean: safe on this device, and on its way when there is signal. */
export const tellSaved = (words: string): void => tell(`${words} (waiting to send)`)
