import { and, eq } from 'drizzle-orm'
import type { inspections as calls, NewInspection } from '../../contract/inspection.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { may } from '../../rules/permissions.ts'
import type { CallContext } from '../endpoint.ts'
import { attachAll } from '../files/attach.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { readInspection } from '../reading/inspection.ts'
import { assertBusinessOf, assertUnitOf, holdAddress } from '../reading/parents.ts'
import { users } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { contactOf } from './contact-add.ts'
import { scheduleOf } from './schedule.ts'

/** Creates an inspection or a complaint, with its new contact and its files in one transaction (EN-09). */
export const addInspection = async (ask: CallContext<typeof calls.add.path, NewInspection>) => {
  const { tx, body } = ask
  if (body.address_id !== null) await holdAddress(tx, body.address_id)
  await assertUnitOf(tx, body.unit_id, body.address_id)
  await assertBusinessOf(tx, body.business_id, body.address_id)
  const { source, address_id, unit_id, business_id, description, paid } = body
  const values = {
    ...{ source, address_id, unit_id, business_id, description, paid },
    contact_id: body.contact_id ?? (await newContact(ask)),
    scheduled_datetime: scheduleOf(body.scheduled_datetime, ask),
    ...(await inspectorOf(ask)),
    ...fieldCreationStamps(ask),
  }
  const { id } = inserted(await tx.insert(inspections).values(values).returning({ id: inspections.id }))
  await attachAll(ask, { type: 'inspection', id }, { capture: body.capture_metadata })
  return readInspection(ask, id)
}

/** Without a name no contact is created. An existing one with the same email or phone is used instead (CO-04). */
const newContact = async (ask: CallContext<string, NewInspection>): Promise<number | null> => {
  const { new_contact_name: name, new_contact_email: email, new_contact_phone: phone } = ask.body
  return name === null ? null : (await contactOf(ask, { name, email, phone })).id
}

/**
 * The inspector: an Admin's choice, or the author. A complaint of the office staff goes to the town's default inspector
 * (CF-15, C-22). When the choice is not allowed or the user is not active, the record is stored unassigned, with a
 * message.
 */
const inspectorOf = async (ask: CallContext<string, NewInspection>) => {
  const { user, body, config } = ask
  const isOfficeComplaint = user.role === 2 && isComplaint(body)
  const wanted = isOfficeComplaint ? config.defaultComplaintInspector : body.inspector_id
  if (wanted === null) return { inspector_id: null }
  if (!isOfficeComplaint && wanted !== user.id && !may(user.role, 'assign'))
    return { inspector_id: null, status_message: 'Saved unassigned: only an Admin assigns an inspector.' }
  const [inspector] = await ask.tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, wanted), users.active))
  if (inspector) return { inspector_id: inspector.id }
  return { inspector_id: null, status_message: `Saved unassigned: there is no active user ${wanted}.` }
}
