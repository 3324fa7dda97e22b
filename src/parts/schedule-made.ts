import type { Id } from '../contract/id.ts'
import { wasCutOff } from '../db/again-if-aborted.ts'
import { isFull } from '../db/storage-error.ts'
import { scheduleInspection } from '../records/inspection.ts'
import { scheduleText } from '../rules/date-text.ts'
import type { usePerform } from '../sync/react/hooks.ts'
import { tellFailure } from '../ui/toast.tsx'

/**
 * Gives an inspection that was just made its appointment: a separate call, because a documented server ignores the
 * appointment of a new inspection. If the device cannot store it, the message says what is saved, and names the time.
 */
export async function scheduleMade(
  perform: ReturnType<typeof usePerform>,
  inspectionId: Id,
  at: string,
): Promise<boolean> {
  try {
    await perform(scheduleInspection, { inspectionId }, { scheduled_datetime: at })
    return true
  } catch (error) {
    tellFailure(
      `The inspection is saved, but its appointment is not: ${scheduleText(at)}. Schedule it again on its page.`,
    )
    if (isFull(error) || wasCutOff(error)) return false
    throw error
  }
}
