import { dateText } from '../../rules/date-text.ts'
import { asksOpen, isHidden, type MapFilter, mapStatuses, matterKinds } from '../../rules/map-filter.ts'
import { kindWords } from './record-rows.tsx'

/** The period of the map in words, shown above it on paper. */
export function periodText(filter: MapFilter, now: Date, zone: string): string {
  const what = asksOpen(filter) ? 'Open matters' : 'Matters'
  const [from, to] = [dateText(filter.from), dateText(filter.to)]
  if (from && to) return `${what} from ${from} to ${to}`
  if (from) return `${what} since ${from}`
  if (to) return `${what} until ${to}`
  return asksOpen(filter) ? `${what} on ${dateText(now, zone)}` : `All matters on ${dateText(now, zone)}`
}

/**
 * The other filters of the map in words; '' for none. `names` has the texts for the inspector and the code. `isMine`: the
 * inspections are one inspector's.
 */
export function narrowedText(filter: MapFilter, names: { inspector: string; code: string }, isMine: boolean): string {
  const hidden = matterKinds.filter((kind) => isHidden(filter, kind)).map((kind) => kindWords[kind].many.toLowerCase())
  const status = mapStatuses.find(([value]) => value === filter.status)?.[1]
  return [
    isMine && 'Inspections: your own',
    hidden.length > 0 && `Without ${hidden.join(' and ')}`,
    status && `Status: ${status}`,
    filter.inspector && `Inspector: ${names.inspector}`,
    filter.source && `Source: ${filter.source}`,
    filter.code && `Code: ${names.code}`,
    filter.text.trim() && `With the words “${filter.text.trim()}”`,
    (filter.from || filter.to) && 'Inspections by their scheduled day, others by the day they were created',
  ]
    .filter(Boolean)
    .join(' · ')
}
