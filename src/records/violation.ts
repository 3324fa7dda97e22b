import { addresses } from '../contract/address.ts'
import type { Id } from '../contract/id.ts'
import { violations } from '../contract/violation.ts'
import { rowName } from '../db/outbox.ts'
import { deadlineDate, extendedDeadline } from '../rules/deadline.ts'
import { plainEmail } from '../rules/email.ts'
import { plural } from '../rules/text.ts'
import { addressChip } from './address-chip.ts'
import { command } from './command.ts'
import { type Listing, listRange, narrowed } from './listing.ts'
import { filesQuery, listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

export const violationById = (violationId: Id) => oneQuery('violation', violations.one, { violationId }, violationId)

export const allViolations = () => listQuery('violation', violations.list, {})

/** All violations, newest first, filtered by status and by the email of their user; '' means any (VL-03 to VL-05). */
export const violationListing = (status: string, email: string): Listing =>
  narrowed('violation', [
    ...(status ? [listRange('status', status)] : []),
    ...(email ? [listRange('email', plainEmail(email))] : []),
  ])

export const violationsOfAddress = (addressId: Id) =>
  listQuery('violation', violations.ofAddress, { addressId }, { scope: { address_id: addressId } })

/** A user's open violations. */
export const activeViolations = (userId: Id) =>
  listQuery(
    'violation',
    violations.activeOf,
    { userId },
    { scope: { user_id: userId }, only: (row) => row.status === 0, list: 'active' },
  )

export const violationFiles = (violationId: Id) => filesQuery(violations.photos, { violationId })

const changed = ({ violationId }: { violationId: Id }) => ({ type: 'violation' as const, id: violationId })
const group = async (_: unknown, { params }: { params: { violationId: Id } }) =>
  rowName('violation', params.violationId)
const fresh = ({ params }: { params: { violationId: Id } }) => violationById(params.violationId)

export const addViolationPhoto = command(violations.addPhoto, {
  ownerOf: changed,
  group,
  write: async () => undefined,
  filesListedBy: async (_, { params }) => violationFiles(params.violationId),
  words: () => 'Attachment of a violation',
})

/** A violation notice (CF-01). It is never repeated automatically: if two looks do not find it, the user decides. */
export const addViolation = command(violations.add, {
  makes: 'violation',
  carefully: true,
  group: async (_, { body }) => (body.inspection_id ? rowName('inspection', body.inspection_id) : ''),
  async write(db, { body, id, at }) {
    const [address, user, found] = [
      await addressChip(db, body.address_id),
      await db.rows('user').get(body.user_id),
      await db.rows('code').bulkGet(body.codes),
    ]
    const stamp = stampOf(body, at)
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

/** The days that the user added to what they saw. */
const daysAdded = (extend: number, before: Record<string, unknown> | null): number =>
  extend - Number(before?.extend ?? 0)

/**
 * More time. The body has the total shown on this screen, but the user means the days added to it. So the days are
 * added to the office's current total: both extensions count (VD-02, VD-03, C-33).
 */
export const extendDeadline = command(violations.extend, {
  changes: changed,
  group,
  compares: {
    fields: ['extend'],
    fresh,
    onConflict: 'ask',
    adds: true,
    merge: (row, { body, before }) => ({
      extend: Number(Reflect.get(row, 'extend') ?? 0) + daysAdded(body.extend, before),
    }),
  },
  write: (db, { params, body, before }) =>
    db
      .rows('violation')
      .where('id')
      .equals(params.violationId)
      .modify((row) => {
        const days = daysAdded(body.extend, before)
        row.deadline_date = extendedDeadline(row, days)
        row.extend = Math.max(0, (row.extend ?? 0) + days)
      }),
  words: ({ body, before }) => `Deadline extended by ${plural(daysAdded(body.extend, before), 'day')}`,
})

/** Current to Resolved (VD-04). Waits for everything done earlier about the violation. */
export const abateViolation = command(violations.abate, {
  changes: changed,
  group,
  barrier: () => true,
  compares: { fields: ['status'], fresh, onConflict: 'ask' },
  listedIn: async (_, asked) => fresh(asked),
  // Refused because somebody else was a moment faster. The user got what they wanted.
  standsAlready: (rows) => rows.find((row) => Reflect.get(row, 'status') === 1),
  write: (db, { params, body, at }) =>
    db.rows('violation').update(params.violationId, { status: 1, closed_at: stampOf(body, at) }),
  words: () => 'Marked as abated',
})

/** Resolved to Current (VD-05). */
export const reopenViolation = command(violations.reopen, {
  changes: changed,
  group,
  compares: { fields: ['status'], fresh, onConflict: 'ask' },
  listedIn: async (_, asked) => fresh(asked),
  standsAlready: (rows) => rows.find((row) => Reflect.get(row, 'status') === 0),
  write: (db, { params }) => db.rows('violation').update(params.violationId, { status: 0, closed_at: null }),
  words: () => 'Violation reopened',
})

/** Assigns a person (VD-08). A change at the office wins, and the user is told. */
export const assignViolation = command(violations.assign, {
  changes: changed,
  group,
  replaces: true,
  compares: { fields: ['user_id'], fresh, onConflict: 'theirs' },
  async write(db, { params, body }) {
    const user = await db.rows('user').get(body.user_id)
    await db.rows('violation').update(params.violationId, { user_id: body.user_id, user: user ?? null })
  },
  words: () => 'Violation assigned',
})
