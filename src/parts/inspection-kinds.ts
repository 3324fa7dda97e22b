import type { InspectionSource } from '../contract/inspection.ts'

/** How the one form of inspections looks for each source. */
export interface InspectionKind {
  source: InspectionSource
  title: string
  /** The text of the save button. */
  save: string
  /** What it is in a sentence: "A complaint was left unfinished here". */
  what: string
  /** Its first choice: an address, or a business that fills in its address (CF-27). */
  hangsOn: 'address' | 'business'
  /** Whether it can name a unit; a licence of a whole house cannot. */
  hasUnit: boolean
}

const kinds: Record<InspectionSource, Omit<InspectionKind, 'source'>> = {
  Complaint: {
    title: 'New Complaint',
    save: 'Create New Complaint',
    what: 'complaint',
    hangsOn: 'address',
    hasUnit: true,
  },
  'Multifamily License': {
    title: 'Create New Multifamily License',
    save: 'Create Multifamily License',
    what: 'multifamily license',
    hangsOn: 'address',
    hasUnit: false,
  },
  'Single Family License': {
    title: 'Create New Single Family License',
    save: 'Create Single Family License',
    what: 'single family license',
    hangsOn: 'address',
    hasUnit: true,
  },
  'Building/Dumpster/POD permit': {
    title: 'Create New Building/Dumpster/POD Permit',
    save: 'Create Permit',
    what: 'permit',
    hangsOn: 'address',
    hasUnit: true,
  },
  'Business License': {
    title: 'New Business License',
    save: 'Create Business License',
    what: 'business license',
    hangsOn: 'business',
    hasUnit: true,
  },
}

/** How the form looks for a source (CF-13, CF-24). */
export const inspectionKind = (source: InspectionSource): InspectionKind => ({ source, ...kinds[source] })
