import type { Id } from '../contract/id.ts'
import { services } from '../contract/service.ts'
import { rowName } from '../db/outbox.ts'
import { serviceWords } from '../rules/service.ts'
import { command } from './command.ts'
import { filesQuery, listQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

/** How the notice of a violation was served, including voided records. */
export const servicesOfViolation = (violationId: Id) =>
  listQuery('service', services.ofViolation, { violationId }, { scope: { violation_id: violationId } })

/** The records of service of all violations of an address. */
export const servicesOfAddress = (addressId: Id) =>
  listQuery('service', services.ofAddress, { addressId }, { scope: { address_id: addressId } })

/** Records that a notice was served; its photos are sent in the same call. It is never repeated automatically. */
export const addService = command(services.add, {
  makes: 'service',
  carefully: true,
  uses: ['user', 'violation'],
  group: async (_, { params }) => rowName('violation', params.violationId),
  async write(db, { params, body, id, at, userId }) {
    const { capture_metadata: _facts, ...said } = body
    const [user, violation] = [await db.rows('user').get(userId), await db.rows('violation').get(params.violationId)]
    const stamp = stampOf(body, at)
    await db.rows('service').put({
      ...said,
      id,
      violation_id: params.violationId,
      address_id: violation?.address_id ?? null,
      photos: [],
      user_id: userId,
      user: user ?? null,
      observed_at: stamp,
      created_at: stamp,
      updated_at: stamp,
    })
  },
  listedIn: async (_, { params }) => servicesOfViolation(params.violationId),
  knownBy: ({ body, userId }) => ({ how: body.how, served_to: body.served_to, note: body.note, user_id: userId }),
  words: ({ body }) => `Notice ${serviceWords(body)}`,
  withFiles: { listedBy: (serviceId) => filesQuery(services.files, { serviceId }), again: (body) => body },
})

/** Voids a mistaken record. The record stays, with the reason why it does not count. */
export const voidService = command(services.voidOne, {
  changes: ({ serviceId }) => ({ type: 'service', id: serviceId }),
  uses: [],
  replaces: true,
  write: (db, { params, body, at, userId }) =>
    db.rows('service').update(params.serviceId, {
      voided_at: stampOf(body, at),
      void_reason: body.reason,
      voided_by: userId,
    }),
  words: ({ body }) => `Service voided: ${body.reason}`,
})
