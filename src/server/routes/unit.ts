import { and, eq, ne, sql } from 'drizzle-orm'
import { units as calls } from '../../contract/unit.ts'
import { type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { fieldCreationStamps } from '../reading/created-row.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { readUnits } from '../reading/unit.ts'
import { addresses, units } from '../store/town-tables.ts'

/** The calls on units. A number is unique per address, however it is written (C-25). */
export const unitRoutes: readonly Route[] = [
  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readUnits({ tx }, { where: eq(units.address_id, params.addressId) }),
    ),
  ),

  route(calls.add, async (ask) => {
    const { tx, params, body } = ask
    await assertExists(tx, addresses, params.addressId, 'Address')
    // When the same number is added twice at once, the unique index makes the second call create no row.
    const [unit] = await tx
      .insert(units)
      .values({ number: body.number, address_id: params.addressId, ...fieldCreationStamps(ask) })
      .onConflictDoNothing()
      .returning()
    if (!unit) throw new Refused(400, 'Unit with this number already exists for this address')
    return unit
  }),

  route(calls.one, async ({ tx, params }) => found((await readUnits({ tx }, { ids: [params.unitId] }))[0], 'Unit')),

  route(calls.rename, async ({ tx, params, body, now }) => {
    const where = eq(units.id, params.unitId)
    const unit = found((await readUnits({ tx }, { where }))[0], 'Unit')
    const [taken] = await tx
      .select({ id: units.id })
      .from(units)
      .where(
        and(
          eq(units.address_id, unit.address_id),
          ne(units.id, unit.id),
          sql`lower(trim(${units.number})) = lower(${body.number})`,
        ),
      )
    if (taken) throw new Refused(400, 'Unit number already exists for this address.')
    await tx.update(units).set({ number: body.number, updated_at: now }).where(where)
    return { ...unit, number: body.number, updated_at: now }
  }),
]
