import { inspectionStatuses } from '../contract/inspection.ts'
import { inspectionStatusText, isPending } from '../rules/inspection-status.ts'
import { type Listing, listRange } from './listing.ts'

/** The texts of the open statuses; a new inspection has a blank one. */
const openStatuses = new Set(['', ...inspectionStatuses].filter(isPending).map(inspectionStatusText))

/** Everybody's open inspections except complaints, newest first within each status. */
export const openInspectionListing: Listing = {
  type: 'inspection',
  ranges: [...openStatuses].map((status) => listRange('status', status)),
}

/** All open violations (VL-02). */
export const openViolationListing: Listing = {
  type: 'violation',
  ranges: [0, 2].map((status) => listRange('status', status)),
}
