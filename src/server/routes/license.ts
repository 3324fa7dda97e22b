import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { licenses as calls, type NewLicense } from '../../contract/license.ts'
import { dayOf } from '../../rules/dates.ts'
import { expirationAtCreation, fiscalYearAtCreation } from '../../rules/fiscal-year.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { readBusiness } from '../reading/business.ts'
import { fieldCreationStamps } from '../reading/created-row.ts'
import { readInspection } from '../reading/inspection.ts'
import { licenseOfInspection, readLicense, readLicenses } from '../reading/license.ts'
import { largest } from '../reading/page.ts'
import { assertAddress, assertBusinessOf, holdAddress, listOf } from '../reading/parents.ts'
import { licenses } from '../store/case-tables.ts'
import type { Tx } from '../store/core-tables.ts'
import { addresses } from '../store/town-tables.ts'

/** Newest first by created_at, then date_issued, then id (LC-02). */
const licenseOrder: SQL[] = [licenses.created_at, licenses.date_issued, licenses.id].map(largest)

/** The calls on licences. */
export const licenseRoutes: readonly Route[] = [
  route(calls.list, ({ tx, search: { address_id, inspection_id } }) =>
    readLicenses(
      { tx },
      {
        where: and(
          address_id === null ? undefined : eq(licenses.address_id, address_id),
          inspection_id === null ? undefined : eq(licenses.inspection_id, inspection_id),
        ),
        orderBy: licenseOrder,
      },
    ),
  ),

  route(calls.one, (ask) => readLicense(ask, ask.params.licenseId)),

  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readLicenses({ tx }, { where: eq(licenses.address_id, params.addressId), orderBy: licenseOrder }),
    ),
  ),

  route(calls.add, async (ask) => {
    const { tx, body } = ask
    const standing = await licenseOfInspection(tx, body.inspection_id)
    if (standing !== undefined) return readLicense(ask, standing)
    await assertFreeNumber(tx, body.license_number)
    const { license_type, license_number, paid, sent, business_id = null, inspection_id = null } = body
    const fields = { license_type, license_number, paid, sent, business_id, inspection_id }
    const values = { ...fields, address_id: await addressOf(ask), ...datesOf(ask), ...fieldCreationStamps(ask) }
    const [made] = await tx
      .insert(licenses)
      .values(values)
      .onConflictDoNothing({ target: licenses.inspection_id })
      .returning({ id: licenses.id })
    // The inspection was completed in this moment, which made its license.
    const id = made?.id ?? (await licenseOfInspection(tx, body.inspection_id))
    if (id === undefined) throw new Error('A license was neither made nor found')
    return readLicense(ask, id)
  }),

  route(calls.save, async (ask) => {
    const { tx, params, body, now } = ask
    await readLicense(ask, params.licenseId)
    await assertFreeNumber(tx, body.license_number, params.licenseId)
    const { revoked, business_id, ...fields } = body
    // The address of a licence is that of its business.
    const place = business_id ? { address_id: await heldPlace(tx, () => readBusiness(ask, business_id)) } : {}
    const flags = revoked === undefined ? {} : { revoked: revoked ?? false }
    const set = {
      ...fields,
      ...(business_id === undefined ? {} : { business_id }),
      ...place,
      ...flags,
      updated_at: now,
    }
    await tx.update(licenses).set(set).where(eq(licenses.id, params.licenseId))
    return readLicense(ask, params.licenseId)
  }),
]

type AskNew = Pick<CallContext, 'tx' | 'now' | 'config'> & { body: NewLicense }

/** A number is unique, however it is written. */
const assertFreeNumber = async (tx: Tx, number: string | null | undefined, except = 0) => {
  if (!number) return
  const isTaken = and(sql`lower(trim(${licenses.license_number})) = lower(trim(${number}))`, ne(licenses.id, except))
  if ((await tx.$count(licenses, isTaken)) > 0) throw new Refused(409, 'License number already exists')
}

/** The licence stores its address (C-31): the named one, else that of the business or of the inspection. */
const addressOf = async (ask: AskNew): Promise<number | null> => {
  const { tx, body } = ask
  if (body.address_id) {
    await assertAddress(tx, body.address_id)
    await assertBusinessOf(tx, body.business_id, body.address_id)
    return body.address_id
  }
  const { business_id, inspection_id } = body
  if (business_id) return heldPlace(tx, () => readBusiness(ask, business_id))
  return inspection_id ? heldPlace(tx, () => readInspection(ask, inspection_id)) : null
}

/** Holds the address of a record and returns it. */
const heldPlace = async (tx: Tx, read: () => Promise<{ address_id: number | null }>): Promise<number | null> => {
  const { address_id } = await read()
  if (address_id === null) return null
  await holdAddress(tx, address_id)
  // The undo of a merge may have moved the record before its address was held.
  return (await read()).address_id
}

/** Stores what is sent. Defaults: the day is today, the fiscal year that of the day, the end June 30 (C-03, LC-08). */
const datesOf = ({ body, now, config }: AskNew) => {
  const date_issued = body.date_issued ?? dayOf(now, config.townZone)
  const fiscal_year = body.fiscal_year ?? fiscalYearAtCreation(date_issued, now, config.townZone)
  const lastDay = expirationAtCreation(fiscal_year)
  if (lastDay === null) throw new Refused(422, 'Enter a fiscal year such as 2024-2025')
  return { date_issued, fiscal_year, expiration_date: body.expiration_date ?? lastDay }
}
