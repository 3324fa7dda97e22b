import { type InspectionSource, inspectionSources as sourceTexts } from '../contract/inspection.ts'

/** What completing an inspection creates: a licence of a type, or a permit (G-02). */
type Made = { kind: 'license'; licenseType: 1 | 2 | 3 } | { kind: 'permit' }

const madeBy: Record<InspectionSource, Made | null> = {
  Complaint: null,
  'Multifamily License': { kind: 'license', licenseType: 3 },
  'Single Family License': { kind: 'license', licenseType: 2 },
  'Building/Dumpster/POD permit': { kind: 'permit' },
  'Business License': { kind: 'license', licenseType: 1 },
}

/** A complaint is an inspection with this source (CF-22). */
export const complaintSource: InspectionSource = 'Complaint'

/** The source of the permit form. */
export const permitSource: InspectionSource = 'Building/Dumpster/POD permit'

/** The sources of an inspection (CF-25), with what each creates. */
export const inspectionSources = sourceTexts.map((text) => ({ text, makes: madeBy[text] }))

/** What completing an inspection of this source creates; null for complaints and unknown sources (G-02). */
export const madeBySource = (source: string | null | undefined): Made | null =>
  inspectionSources.find(({ text }) => text === source)?.makes ?? null

/** Whether the record is shown as a complaint (G-17). Ignores case, because older systems wrote it differently. */
export const isComplaint = ({ source }: { source?: string | null }): boolean => source?.toLowerCase() === 'complaint'

/** Shown at a new inspection that the server refused (CF-29). */
export const inspectionFailedText = (source: string): string =>
  source === permitSource ? 'Error creating permit.' : 'Error creating inspection.'
