import type { SirStats } from '../../contract/sir.ts'

/** A figure of the statistics page. */
export interface SirCard {
  title: string
  value: number
}

/** The seventeen cards, the field's work first, then each kind of inspection with its three figures (ST-03, C-04). */
export function sirCards(stats: SirStats): SirCard[] {
  const kinds = [
    ['Single Family', 'sf'],
    ['Multifamily', 'mf'],
    ['Business License', 'bl'],
    ['Permit', 'permit'],
  ] as const
  return [
    { title: 'Complaints Made', value: stats.complaints_made },
    { title: 'Complaint Responses', value: stats.complaint_responses },
    { title: 'Warnings', value: stats.warnings },
    { title: 'Violations', value: stats.violations },
    { title: 'Citations', value: stats.citations },
    ...kinds.flatMap(([name, field]) => [
      { title: `${name} Inspections`, value: stats[`${field}_inspections`] },
      { title: `${name} Inspections Updated`, value: stats[`${field}_inspection_updated`] },
      { title: `${name} Inspections Approved`, value: stats[`${field}_inspection_approved`] },
    ]),
  ]
}
