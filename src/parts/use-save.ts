import { issuesOf, issuesText } from '../contract/text-limits.ts'
import { wasCutOff } from '../db/again-if-aborted.ts'
import { isFull } from '../db/storage-error.ts'
import { RecordGone } from '../sync/capture/record-gone.ts'
import { deviceWord } from '../ui/this-device.ts'
import { tell, tellFailure } from '../ui/toast.tsx'

/** Shown if the device has no room for the user's input; the form keeps it. */
const fullText = `Not saved: this ${deviceWord} is full. What you typed is still here. Free some space, then save again.`

/** Shown if the browser aborts the write, also when it is done again; the form keeps the user's input. */
const abortedText = `Not saved: the storage of this ${deviceWord} did not answer. What you typed is still here. Save again.`

/** Shown if the parent record was never sent and was discarded on this device; the form keeps the input. */
const goneText = 'Not saved: what this belongs to was discarded on this device. What you typed is still here.'

/** For a value that the office would refuse, such as a text that is too long; the form keeps it. */
const refusedText = (error: unknown): string | null => {
  const issues = issuesOf(error)
  const words = issues && issuesText(issues)
  return words && `Not saved: ${words}. What you typed is still here.`
}

const wordsFor = (error: unknown): string | null => {
  if (isFull(error)) return fullText
  if (wasCutOff(error)) return abortedText
  return error instanceof RecordGone ? goneText : refusedText(error)
}

/** Closes the message about the last failed save of a page, by the page's path. */
const closeMessage = new Map<string, () => void>()

/**
 * Saves on this device. Resolves to null and reports why if the device is full, its storage aborts the write, the parent
 * record is gone, or the office would refuse a value. Any other error is a bug and throws. The message is closed when the
 * next try on the same page succeeds: "Not saved" would no longer be true.
 */
export async function saved<Result>(save: () => Promise<Result>): Promise<Result | null> {
  const page = location.pathname
  try {
    const result = await save()
    closeMessage.get(page)?.()
    closeMessage.delete(page)
    return result
  } catch (error) {
    const words = wordsFor(error)
    if (words === null) throw error
    closeMessage.set(page, tellFailure(words))
    return null
  }
}

/** The specification's success message. Here it means: safe on this device, and sent when there is signal. */
export const tellSaved = (words: string): void => tell(`${words} (waiting to send)`)
