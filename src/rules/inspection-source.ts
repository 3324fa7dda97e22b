/** What an inspection can come from, in exactly these words (CF-25), and what its completion makes (G-02). */
export const inspectionSources = [
  { text: 'Complaint', makes: null },
  { text: 'Multifamily License', makes: { kind: 'license', licenseType: 3 } },
  { text: 'Single Family License', makes: { kind: 'license', licenseType: 2 } },
  { text: 'Building/Dumpster/POD permit', makes: { kind: 'permit' } },
  { text: 'Business License', makes: { kind: 'license', licenseType: 1 } },
] as const
export type InspectionSource = (typeof inspectionSources)[number]['text']

/** A complaint is an inspection with this source (CF-22). */
export const complaintSource: InspectionSource = 'Complaint'

/** The source of the permit form. */
export const permitSource: InspectionSource = 'Building/Dumpster/POD permit'

/** What completing an inspection of this source makes: a licence of a type, a permit, or nothing (G-02). */
export const madeBySource = (source: string | null | undefined) =>
  inspectionSources.find(({ text }) => text === source)?.makes ?? null

/** Is the record shown as a complaint (G-17)? */
export const isComplaint = ({ source }: { source?: string | null }): boolean => source === complaintSource

/** The screen of an inspection or complaint: a complaint has its own (G-17). */
export const inspectionPath = (record: { id: number; source?: string | null }): string =>
  `/${isComplaint(record) ? 'complaint' : 'inspection'}/${record.id}`
