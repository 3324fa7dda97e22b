import { inspectionStatuses } from '../contract/inspection.ts'
import { inspectionStatusText, isPending } from '../rules/inspection-status.ts'
import { type Listing, listRange } from './listing.ts'

/** What the town's inspections are called while they are open; the blank one is that of a new inspection. */
const openStatuses = new Set(['', ...inspectionStatuses].filter(isPending).map(inspectionStatusText))

/** Everybody's open inspections but complaints, newest first within each status. */
export const openInspectionListing: Listing = {
  type: 'inspection',
  ranges: [...openStatuses].map((status) => listRange('status', status)),
}

/** All violations that still wait for something (VL-02). */
export const openViolationListing: Listing = {
  type: 'violation',
  ranges: [0, 2].map((status) => listRange('status', status)),
}
