import { dayOf } from '../rules/dates.ts'
import { saveAs } from '../ui/save-as.ts'
import { deviceWord } from '../ui/this-device.ts'

/** Saves a rescue copy as a download, named by the day of `now` in the town's zone. */
export const saveRescueCopy = (copy: Blob, now: number, zone: string): void =>
  saveAs(copy, `codesoft-rescue-${dayOf(new Date(now), zone)}.codesoft`)

export const noRescueCopy = `The copy could not be made. The work is still on this ${deviceWord}.`
