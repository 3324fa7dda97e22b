import type { Id } from '../contract/id.ts'
import { complaints, inspections } from '../contract/inspection.ts'
import { rowName } from '../db/outbox.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { completes, isPending } from '../rules/inspection-status.ts'
import { command } from './command.ts'
import { type Listing, listPart, listRange, narrowed } from './listing.ts'
import { filesQuery, listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

/** A user's open work (G-03); the day is prepared from it. A documented server may list only what was not started. */
export const pendingInspections = (userId: Id) =>
  listQuery(
    'inspection',
    inspections.pendingOf,
    { userId },
    {
      scope: { inspector_id: userId },
      only: (row) => isPending(row.status),
      list: 'pending',
      rowBy: inspectionById,
    },
  )

export const inspectionById = (inspectionId: Id) =>
  oneQuery('inspection', inspections.one, { inspectionId }, inspectionId)

/** All inspections except complaints (G-17). */
export const allInspections = () =>
  listQuery('inspection', inspections.list, {}, { only: (row) => !isComplaint(row), list: 'all' })

export const allComplaints = () =>
  listQuery('inspection', complaints.list, {}, { only: isComplaint, list: 'complaint' })

/** The filters of the inspections list; '' means any (IL-01). Days are 'YYYY-MM-DD'. */
interface InspectionFilter {
  source: string
  status: string
  from: string
  to: string
}

/** All inspections except complaints, newest first, within the days (IL-01 to IL-03). */
export function inspectionListing({ source, status, from, to }: InspectionFilter): Listing {
  const listing = narrowed('inspection', [
    ...(source ? [listRange('source', source)] : []),
    ...(status ? [listRange('status', status)] : []),
  ])
  return from || to ? { ...listing, within: [...listing.within, listPart('day', from, to)] } : listing
}

/** All complaints or those with a status, newest first; '' for all (CP-01, CP-02). */
export const complaintListing = (status: string): Listing => ({
  type: 'inspection',
  ranges: [status ? listRange('complaintStatus', status) : listRange('complaint')],
})

/** Complaints that are not answered, also those whose visit has begun: each is in one of the two lists of the week. */
export const openComplaintListing: Listing = {
  type: 'inspection',
  ranges: [listRange('placed'), listRange('unplaced')],
  within: [listRange('complaint')],
}

export const inspectionsOfAddress = (addressId: Id) =>
  listQuery(
    'inspection',
    inspections.ofAddress,
    { addressId },
    {
      scope: { address_id: addressId },
      only: (row) => !isComplaint(row),
    },
  )

/** The files of an inspection, as the server lists them. */
export const inspectionFiles = (inspectionId: Id) => filesQuery(inspections.photos, { inspectionId })

const changed = ({ inspectionId }: { inspectionId: Id }) => ({ type: 'inspection' as const, id: inspectionId })
const group = async (_: unknown, { params }: { params: { inspectionId: Id } }) =>
  rowName('inspection', params.inspectionId)
const fresh = ({ params }: { params: { inspectionId: Id } }) => inspectionById(params.inspectionId)

/** Sets the status (CI-01). A status that ends the inspection waits for everything that was recorded in it. */
export const setInspectionStatus = command(inspections.setStatus, {
  changes: changed,
  group,
  barrier: ({ status }) => completes(status),
  replaces: true,
  compares: { fields: ['status'], fresh, onConflict: 'ask' },
  // The time of the status tells when the visit was made, also before the office has it.
  write: (db, { params, body, at }) =>
    db.rows('inspection').update(params.inspectionId, {
      status: body.status,
      status_message: null,
      status_at: stampOf(body, at),
    }),
  says: ({ status_message }) => status_message ?? null,
  words: ({ body }) => `Status set to ${body.status}`,
})

/** Sets the appointment; '' clears it (II-06). */
export const scheduleInspection = command(inspections.schedule, {
  changes: changed,
  group,
  replaces: true,
  compares: { fields: ['scheduled_datetime'], fresh, onConflict: 'ask' },
  write: (db, { params, body }) =>
    db.rows('inspection').update(params.inspectionId, { scheduled_datetime: body.scheduled_datetime || null }),
  words: ({ body }) =>
    body.scheduled_datetime ? `Schedule set to ${body.scheduled_datetime.replace('T', ' ')}` : 'Schedule cleared',
})

/**
 * Assigns an inspector; null is nobody (II-04). When two people move the same card of the week, the second one chooses
 * between both versions.
 */
export const assignInspector = command(inspections.assign, {
  changes: changed,
  group,
  replaces: true,
  compares: { fields: ['inspector_id'], fresh, onConflict: 'ask' },
  async write(db, { params, body }) {
    const user = body.inspector_id ? await db.rows('user').get(body.inspector_id) : undefined
    await db
      .rows('inspection')
      .update(params.inspectionId, { inspector_id: body.inspector_id ?? null, inspector: user ?? null })
  },
  words: ({ body }) => (body.inspector_id ? 'Inspector assigned' : 'Inspector removed'),
})

export const setInspectionContact = command(inspections.setContact, {
  changes: changed,
  group,
  replaces: true,
  async write(db, { params, body }) {
    const contact = await db.rows('contact').get(body.contact_id)
    await db.rows('inspection').update(params.inspectionId, { contact_id: body.contact_id, contact: contact ?? null })
  },
  words: () => 'Contact assigned',
})

export const addInspectionPhoto = command(inspections.addPhoto, {
  ownerOf: changed,
  group,
  write: async () => undefined,
  filesListedBy: async (_, { params }) => inspectionFiles(params.inspectionId),
  words: () => 'Attachment of the inspection',
})
