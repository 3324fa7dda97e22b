import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { inspections as calls, complaints } from '../../contract/inspection.ts'
import { inspectionStatuses } from '../../rules/inspection-status.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { attachAll, photosOf, requireFiles, uploadedOf } from '../files/attach.ts'
import { touchRow } from '../reading/created-row.ts'
import { isComplaint, isNoComplaint, plainStatus, readInspection, readInspections } from '../reading/inspection.ts'
import { readWindow } from '../reading/page.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { addresses, contacts, users } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { addInspection } from './inspection-add.ts'
import { recordsMadeByCompletion } from './inspection-completion.ts'
import { scheduleOf } from './schedule.ts'

/** Statuses with work left, in the form in which they are compared; '' for none (G-03). */
const pending = ['', ...inspectionStatuses.filter((it) => it !== 'Completed' && it !== 'Cancelled')].map((it) =>
  it.toLowerCase(),
)

/** The calls on inspections and complaints. */
export const inspectionRoutes: readonly Route[] = [
  route(calls.list, (ask) => readWindowOf(ask, isNoComplaint)),
  route(complaints.list, (ask) => readWindowOf(ask, isComplaint)),
  route(calls.ofAddress, (ask) => readOfAddress(ask, isNoComplaint)),
  route(complaints.ofAddress, (ask) => readOfAddress(ask, isComplaint)),
  route(calls.one, (ask) => readInspection(ask, ask.params.inspectionId)),

  route(calls.pendingOf, (ask) =>
    readInspections(ask, {
      where: and(
        eq(inspections.inspector_id, ask.params.userId),
        ask.faults.pendingIsUnset ? isNull(inspections.status) : inArray(plainStatus, pending),
      ),
    }),
  ),

  route(calls.add, addInspection),

  route(calls.photos, async (ask) => {
    const id = ask.params.inspectionId
    await assertExists(ask.tx, inspections, id, 'Inspection')
    const download = ask.search.download === 'true'
    return (await photosOf(ask, 'inspection', [id], { download })).get(id) ?? []
  }),

  route(calls.addPhoto, async (ask) => {
    const owner = { type: 'inspection', id: ask.params.inspectionId }
    requireFiles(ask)
    await touchRow(ask.tx, inspections, owner.id, 'Inspection')
    return uploadedOf(ask, await attachAll(ask, owner, { capture: ask.body.capture_metadata }))
  }),

  route(calls.setContact, async (ask) => {
    await assertExists(ask.tx, contacts, ask.body.contact_id, 'Contact')
    return change(ask, { contact_id: ask.body.contact_id })
  }),

  route(calls.setStatus, async (ask) => {
    // The row is locked first, so that two completions at once make one licence and both report it.
    const inspection = await change(ask, { status: ask.body.status, status_at: ask.observedAt ?? ask.now })
    const status_message = await recordsMadeByCompletion(ask, inspection)
    if (status_message === inspection.status_message) return inspection
    return change(ask, { status_message })
  }),

  route(calls.schedule, (ask) => change(ask, { scheduled_datetime: scheduleOf(ask.body.scheduled_datetime, ask) })),

  route(calls.assign, async (ask) => {
    const { inspector_id } = ask.body
    if (inspector_id !== null) await assertExists(ask.tx, users, inspector_id, 'User')
    return change(ask, { inspector_id })
  }),
]

type AskOfOne = Pick<CallContext, 'tx' | 'now'> & { params: { inspectionId: number } }

const change = async (ask: AskOfOne, fields: Partial<typeof inspections.$inferInsert>) => {
  const [changed] = await ask.tx
    .update(inspections)
    .set({ ...fields, updated_at: ask.now })
    .where(eq(inspections.id, ask.params.inspectionId))
    .returning({ id: inspections.id })
  return readInspection(ask, found(changed, 'Inspection').id)
}

const readWindowOf = (ask: CallContext & { search: { skip?: number; limit?: number } }, where: SQL) =>
  readWindow(ask, inspections, { ...ask.search, where }, (reading) => readInspections(ask, reading))

const readOfAddress = async (ask: Pick<CallContext, 'tx'> & { params: { addressId: number } }, kind: SQL) =>
  listOf(
    ask.tx,
    { table: addresses, id: ask.params.addressId, what: 'Address' },
    await readInspections(ask, { where: and(eq(inspections.address_id, ask.params.addressId), kind) }),
  )
