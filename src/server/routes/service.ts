import { and, eq, isNull } from 'drizzle-orm'
import { services as calls } from '../../contract/service.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { attachAll, photosOf } from '../files/attach.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { readServices } from '../reading/service.ts'
import { violations } from '../store/case-tables.ts'
import { noticeServices } from '../store/field-tables.ts'
import { addresses } from '../store/town-tables.ts'

/** The calls on records of service. Records are only added: a mistaken one is voided and stays. */
export const serviceRoutes: readonly Route[] = [
  route(calls.ofViolation, async (ask) =>
    listOf(
      ask.tx,
      { table: violations, id: ask.params.violationId, what: 'Violation' },
      await readServices(ask, { where: eq(noticeServices.violation_id, ask.params.violationId) }),
    ),
  ),

  route(calls.ofAddress, async (ask) =>
    listOf(
      ask.tx,
      { table: addresses, id: ask.params.addressId, what: 'Address' },
      await readServices(ask, { where: eq(violations.address_id, ask.params.addressId) }),
    ),
  ),

  route(calls.add, async (ask) => {
    const { how, served_to, note, lat, lng, accuracy, signature, capture_metadata: capture } = ask.body
    const { violationId } = ask.params
    await assertExists(ask.tx, violations, violationId, 'Violation')
    const values = { how, served_to, note, lat, lng, accuracy, signature, violation_id: violationId }
    const insert = ask.tx
      .insert(noticeServices)
      .values({ ...values, user_id: ask.user.id, ...fieldCreationStamps(ask) })
      .returning({ id: noticeServices.id })
    const { id } = inserted(await insert)
    await attachAll(ask, { type: 'service', id }, { capture })
    return one(ask, id)
  }),

  route(calls.voidOne, async (ask) => {
    const { serviceId } = ask.params
    await assertExists(ask.tx, noticeServices, serviceId, 'Record of service')
    // The first reason stays: it is never overwritten.
    await ask.tx
      .update(noticeServices)
      .set({
        voided_at: ask.observedAt ?? ask.now,
        void_reason: ask.body.reason,
        voided_by: ask.user.id,
        updated_at: ask.now,
      })
      .where(and(eq(noticeServices.id, serviceId), isNull(noticeServices.voided_at)))
    return one(ask, serviceId)
  }),

  route(calls.files, async (ask) => {
    const { serviceId } = ask.params
    await assertExists(ask.tx, noticeServices, serviceId, 'Record of service')
    return (await photosOf(ask, 'service', [serviceId])).get(serviceId) ?? []
  }),
]

const one = async (ask: Pick<CallContext, 'tx' | 'sign'>, id: number) =>
  found((await readServices(ask, { ids: [id] }))[0], 'Record of service')
