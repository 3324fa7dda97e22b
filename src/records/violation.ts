import { addresses } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { violations } from '../contract/violation.ts'
import { rowName } from '../db/outbox.ts'
import { deadlineDate } from '../rules/deadline.ts'
import { command } from './command.ts'
import { filesQuery, listQuery, oneQuery } from './query.ts'

export const violationById = (violationId: Id) => oneQuery('violation', violations.one, { violationId }, violationId)

export const allViolations = () => listQuery('violation', violations.list, {})

export const violationsOfAddress = (addressId: Id) =>
  listQuery('violation', violations.ofAddress, { addressId }, { scope: { address_id: addressId } })

/** A user's open violations. */
export const activeViolations = (userId: Id) =>
  listQuery(
    'violation',
    violations.activeOf,
    { userId },
    { scope: { user_id: userId }, only: (row) => row.status === 0 },
  )

export const violationFiles = (violationId: Id) => filesQuery(violations.photos, { violationId })

export const addViolationPhoto = command(violations.addPhoto, {
  ownerOf: ({ violationId }) => ({ type: 'violation', id: violationId }),
  write: async () => undefined,
  filesListedBy: async (_, { params }) => violationFiles(params.violationId),
  words: () => 'Attachment of a violation',
})

/** A violation notice (CF-01). Never sent twice on its own: after two looks that do not find it, the user decides. */
export const addViolation = command(violations.add, {
  makes: 'violation',
  carefully: true,
  group: async (_, { body }) => (body.inspection_id ? rowName('inspection', body.inspection_id) : ''),
  async write(db, { body, id, at }) {
    const [address, user, found] = [
      await db.rows('address').get(body.address_id),
      await db.rows('user').get(body.user_id),
      await db.rows('code').bulkGet(body.codes),
    ]
    const stamp = body.observed_at ?? new Date(at).toISOString()
    await db.rows('violation').put({
      ...body,
      id,
      status: 0,
      extend: 0,
      combadd: address?.combadd ?? null,
      user: user ?? null,
      codes: found.filter((it) => it !== undefined),
      deadline_date: deadlineDate({ deadline: body.deadline, observed_at: stamp })?.toISOString() ?? null,
      violation_comments: [],
      created_at: stamp,
      updated_at: stamp,
    })
  },
  listedIn: async (_, { body }) => violationsOfAddress(body.address_id),
  knownBy: ({ body }) => ({
    user_id: body.user_id,
    deadline: body.deadline,
    violation_type: body.violation_type,
    inspection_id: body.inspection_id ?? null,
  }),
  words: ({ body }) => `Violation notice, ${body.violation_type}`,
  photo: addViolationPhoto,
})

/** The same notice, made on the page of its address (AD-26, C-26). */
export const addViolationAtAddress = command(addresses.addViolation, { ...addViolation })
