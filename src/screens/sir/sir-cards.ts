import type { SirStats } from '../../contract/sir.ts'

/** A figure of the statistics page. */
interface SirCard {
  title: string
  /** The title below the name of its group. */
  short: string
  value: number
}

/** Figures that belong together. */
interface SirGroup {
  title: string
  cards: SirCard[]
}

const kinds = [
  ['Single Family', 'sf'],
  ['Multifamily', 'mf'],
  ['Business License', 'bl'],
  ['Permit', 'permit'],
] as const

/** The field's work first, then each kind of inspection with its three figures (ST-03, C-04). */
export function sirGroups(stats: SirStats): SirGroup[] {
  const work = [
    ['Complaints Made', stats.complaints_made],
    ['Complaint Responses', stats.complaint_responses],
    ['Warnings', stats.warnings],
    ['Violations', stats.violations],
    ['Citations', stats.citations],
  ] as const
  return [
    { title: 'Complaints and Violations', cards: work.map(([title, value]) => ({ title, short: title, value })) },
    ...kinds.map(([name, field]) => ({
      title: `${name} Inspections`,
      cards: [
        { title: `${name} Inspections`, short: 'Made', value: stats[`${field}_inspections`] },
        { title: `${name} Inspections Updated`, short: 'Updated', value: stats[`${field}_inspection_updated`] },
        { title: `${name} Inspections Approved`, short: 'Approved', value: stats[`${field}_inspection_approved`] },
      ],
    })),
  ]
}
