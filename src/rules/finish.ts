import { parseMoment } from './dates.ts'
import { madeBySource } from './inspection-source.ts'
import { plural } from './text.ts'
import { type Stamped, writtenAt } from './written-at.ts'

interface Flagged extends Stamped {
  codes: readonly { id: number }[]
}

interface Made extends Stamped {
  codes?: readonly { id: number }[] | null
}

const stampOf = (it: Stamped): number => parseMoment(writtenAt(it))?.getTime() ?? 0

/**
 * The potential violations of an inspection that are not decided yet. One is decided if a violation of the inspection
 * names one of its sections or, if it names none, if a violation was made after it was seen.
 */
export const undecided = <Seen extends Flagged>(flagged: readonly Seen[], made: readonly Made[]): Seen[] =>
  flagged.filter((seen) => {
    const suspected = new Set(seen.codes.map((it) => it.id))
    return !made.some((it) =>
      suspected.size > 0 ? it.codes?.some(({ id }) => suspected.has(id)) : stampOf(it) >= stampOf(seen),
    )
  })

/** '2 areas inspected'; areas without an observation and an answer are named: '2 areas, 1 without entries'. */
export const areasDone = (count: number, empty: number): string =>
  `${plural(count, 'area')}${empty === 0 ? ' inspected' : `, ${empty} without entries`}`

interface Outlook {
  source: string
  /** Open violations at the address that this phone knows. */
  openViolations: number
  /** There may be others there, which this phone never heard of. */
  mayHaveMore?: boolean
}

/** What completing will cause, as the server decides it (II-05, G-02). */
export function completionText({ source, openViolations, mayHaveMore }: Outlook): string {
  const made = madeBySource(source)
  if (made?.kind === 'permit' || (!made && /permit/i.test(source))) return 'Completing makes the permit.'
  if (made?.kind !== 'license') return 'Completing makes no license and no permit.'
  if (openViolations === 0)
    return `Completing makes the license${mayHaveMore ? ', if no open violation stands at this address' : ''}.`
  return `No license: ${plural(openViolations, 'open violation')} ${openViolations === 1 ? 'stands' : 'stand'} at this address.`
}
