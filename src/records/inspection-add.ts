import { inspections } from '../contract/inspection.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { cutText } from '../rules/text.ts'
import { addressChip } from './address-chip.ts'
import { command } from './command.ts'
import { addInspectionPhoto, allComplaints, allInspections, inspectionsOfAddress } from './inspection.ts'
import { complaintsOfAddress } from './linked.ts'
import { stampOf } from './stamp-of.ts'

/**
 * A new inspection or complaint (CF-13 to CF-30). A new contact is made first, as its own record: a documented server
 * accepts no new contact in this call, and ours would make one that the device does not know. The files are sent one
 * by one afterwards (C-18).
 */
export const addInspection = command(inspections.add, {
  makes: 'inspection',
  async write(db, { body, id, at }) {
    const { source, address_id, unit_id, business_id, inspector_id, contact_id, description, paid } = body
    const [address, inspector, contact] = [
      await addressChip(db, address_id),
      inspector_id ? await db.rows('user').get(inspector_id) : undefined,
      contact_id ? await db.rows('contact').get(contact_id) : undefined,
    ]
    const stamp = stampOf(body, at)
    await db.rows('inspection').put({
      ...{ id, source, address_id, address, unit_id, business_id, inspector_id, contact_id, description, paid },
      status: null,
      inspector: inspector ?? null,
      contact: contact ?? null,
      scheduled_datetime: body.scheduled_datetime || null,
      created_at: stamp,
      updated_at: stamp,
    })
  },
  listedIn: async (_, { body }) => {
    if (isComplaint(body)) return body.address_id ? complaintsOfAddress(body.address_id) : allComplaints()
    return body.address_id ? inspectionsOfAddress(body.address_id) : allInspections()
  },
  knownBy: ({ body }) => ({
    source: body.source,
    address_id: body.address_id,
    unit_id: body.unit_id,
    contact_id: body.contact_id,
    description: body.description,
  }),
  // Set if the requested inspector was not available (C-22).
  says: ({ status_message }) => status_message ?? null,
  words: ({ body }) => {
    const about = body.description ? `: ${cutText(body.description, 60)}` : ''
    return isComplaint(body) ? `New complaint${about}` : `New inspection, ${body.source}${about}`
  },
  photo: addInspectionPhoto,
})
