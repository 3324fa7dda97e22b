import { eq } from 'drizzle-orm'
import type { NewViolation } from '../../contract/violation.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { authorOf } from '../permissions.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { assertAddress, assertBusinessOf, assertUnitOf, knownCodes } from '../reading/parents.ts'
import { readViolation } from '../reading/violation.ts'
import { violationCodes, violations } from '../store/case-tables.ts'
import type { Tx } from '../store/core-tables.ts'
import { inspections } from '../store/visit-tables.ts'

/**
 * Creates a violation with status Current (C-26). An Admin may name the assignee; everybody else is the assignee
 * (CF-07, CF-08).
 */
export const addViolation = async (
  ask: Pick<CallContext, 'tx' | 'user' | 'now' | 'key' | 'observedAt' | 'sign' | 'faults'>,
  { codes, user_id, ...fields }: NewViolation,
) => {
  const { tx } = ask
  await assertAddress(tx, fields.address_id)
  await assertUnitOf(tx, fields.unit_id, fields.address_id)
  await assertBusinessOf(tx, fields.business_id, fields.address_id)
  await assertInspectionOf(tx, fields.inspection_id, fields.address_id)
  const known = await knownCodes(ask, codes)
  const values = { ...fields, user_id: authorOf(ask, user_id, 'adminMayName'), status: 0, ...fieldCreationStamps(ask) }
  const { id } = inserted(await tx.insert(violations).values(values).returning({ id: violations.id }))
  if (known.length > 0)
    await tx.insert(violationCodes).values(known.map((code) => ({ violation_id: id, code_id: code.id })))
  return readViolation(ask, id)
}

/** 404 unless the inspection exists and belongs to this address or to none (C-20). */
const assertInspectionOf = async (tx: Tx, id: number | null | undefined, addressId: number) => {
  if (id === null || id === undefined) return
  const [row] = await tx.select({ address: inspections.address_id }).from(inspections).where(eq(inspections.id, id))
  if (!row || (row.address !== null && row.address !== addressId)) throw new Refused(404, 'Inspection not found')
}
