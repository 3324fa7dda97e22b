import { and, eq } from 'drizzle-orm'
import { permits as calls } from '../../contract/permit.ts'
import { type Route, route } from '../endpoint.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { readInspection } from '../reading/inspection.ts'
import { readPermit, readPermits } from '../reading/license.ts'
import { listOf } from '../reading/parents.ts'
import { permits } from '../store/case-tables.ts'
import { addresses } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'

/** The calls on permits. */
export const permitRoutes: readonly Route[] = [
  route(calls.list, ({ tx, search: { address_id, inspection_id } }) =>
    readPermits(
      { tx },
      {
        where: and(
          address_id === null ? undefined : eq(inspections.address_id, address_id),
          inspection_id === null ? undefined : eq(permits.inspection_id, inspection_id),
        ),
      },
    ),
  ),

  route(calls.one, (ask) => readPermit(ask, ask.params.permitId)),

  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readPermits({ tx }, { where: eq(inspections.address_id, params.addressId) }),
    ),
  ),

  // One permit per inspection (PM-02): a retry, even at the same moment, gets the existing permit.
  route(calls.add, async (ask) => {
    const { tx, body } = ask
    const inspection = await readInspection(ask, body.inspection_id)
    const { permit_type, business_id, ...fields } = body
    const values = {
      ...fields,
      permit_type: permit_type ?? inspection.source,
      business_id: business_id ?? inspection.business_id,
      ...fieldCreationStamps(ask),
    }
    await tx.insert(permits).values(values).onConflictDoNothing({ target: permits.inspection_id })
    return inserted(await readPermits(ask, { where: eq(permits.inspection_id, inspection.id) }))
  }),
]
