import { wallTime } from '../../rules/dates.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'

/**
 * The wall time as it is stored, 'YYYY-MM-DDTHH:MM:SS' (C-23); null for a blank; 422 for a time that does not exist.
 */
export const scheduleOf = (
  text: string | undefined,
  { config, faults }: Pick<CallContext, 'config' | 'faults'>,
): string | null => {
  if (!text) return null
  const zone = faults.offsetsBecomeUtc ? 'UTC' : config.townZone
  const wall = wallTime(text, zone)
  if (wall === null) throw new Refused(422, 'Invalid datetime format. Use YYYY-MM-DDTHH:MM')
  return `${wall}:00`
}
