import type { Pack } from '../../db/database.ts'
import { dateTimeText, timeText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { plural } from '../../rules/text.ts'

/** How well this device is prepared for a day without signal. */
interface FieldReady {
  tone: 'none' | 'partly' | 'ready'
  /** 'Ready 14 of 14'. */
  text: string
  /** Age, and what is missing. */
  notes: string[]
}

interface Facts {
  packs: readonly Pack[]
  /** Names of the packs that today's work needs. */
  needed: readonly string[]
  now: Date
  zone: string
}

/** Counts what is ready; inspections added since the last preparation count as missing. */
export function fieldReady({ packs, needed, now, zone }: Facts): FieldReady {
  if (packs.length === 0) return { tone: 'none', text: 'Not prepared on this device', notes: [] }
  const known = new Set(packs.map((it) => it.name))
  const added = needed.filter((name) => !known.has(name)).length
  const failed = packs.filter((it) => !it.ready).length
  const of = packs.length + added
  const ready = packs.length - failed
  const oldest = new Date(Math.min(...packs.map((it) => it.at)))
  const notes = [
    dayOf(oldest, zone) === dayOf(now, zone)
      ? `Prepared today ${timeText(oldest, zone)}`
      : `Prepared ${dateTimeText(oldest, zone)}`,
  ]
  if (failed > 0) notes.push(`${plural(failed, 'part')} not complete`)
  if (added > 0) notes.push(`${plural(added, 'inspection')} new since then`)
  return { tone: ready === of ? 'ready' : 'partly', text: `Ready ${ready} of ${of}`, notes }
}
