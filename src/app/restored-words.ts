import { dateText, dateTimeText } from '../rules/date-text.ts'
import { plural } from '../rules/text.ts'
import type { TownRestored } from '../sync/reconcile/restored-told.ts'

/** The message when the office was restored from a backup that lacked some of a person's work. */
export function restoredWords(told: TownRestored, zone: string): string {
  const { backupMadeAt, keptSince } = told
  const backup = backupMadeAt === null ? 'a backup' : `a backup of ${dateTimeText(backupMadeAt, zone)}`
  const older =
    keptSince === null
      ? []
      : [`What you sent until ${dateText(new Date(keptSince), zone)} is no longer kept on this device.`]
  return [`The office was restored from ${backup}.`, ...sentAgain(told), ...gone(told), ...older].join(' ')
}

function sentAgain({ records, photos }: TownRestored): string[] {
  const parts = [...(records > 0 ? [plural(records, 'record')] : []), ...(photos > 0 ? [plural(photos, 'photo')] : [])]
  if (parts.length === 0) return []
  return [`${parts.join(' and ')} of yours ${records + photos === 1 ? 'is' : 'are'} being sent again.`]
}

const gone = ({ photosGone }: TownRestored): string[] => {
  if (photosGone === 0) return []
  const are = photosGone === 1 ? 'is' : 'are'
  return [`${plural(photosGone, 'photo')} ${are} no longer on this device and cannot be sent again.`]
}
