import { and, eq, not } from 'drizzle-orm'
import { alerts as calls } from '../../contract/alert.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readAlerts } from '../reading/alert.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { hangingOn, listOf } from '../reading/parents.ts'
import { premiseAlerts } from '../store/field-tables.ts'
import { addresses } from '../store/town-tables.ts'

/** The calls on alerts of premises. The author is the session's user. */
export const alertRoutes: readonly Route[] = [
  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readAlerts(
        { tx },
        { where: and(eq(premiseAlerts.address_id, params.addressId), not(premiseAlerts.removed)) },
      ),
    ),
  ),

  route(calls.add, async (ask) => {
    const { kind, text } = ask.body
    const values = {
      kind,
      text,
      address_id: ask.params.addressId,
      user_id: ask.user.id,
      ...fieldCreationStamps(ask),
    }
    const insert = ask.tx.insert(premiseAlerts).values(values).returning({ id: premiseAlerts.id })
    const { id } = inserted(await hangingOn(insert, { column: 'address_id', what: 'Address' }))
    return found((await readAlerts(ask, { ids: [id] }))[0], 'Alert')
  }),

  route(calls.change, async (ask) => {
    const { text, removed } = ask.body
    const [changed] = await ask.tx
      .update(premiseAlerts)
      .set({ text, removed, updated_at: ask.now })
      .where(eq(premiseAlerts.id, ask.params.alertId))
      .returning({ id: premiseAlerts.id })
    return found((await readAlerts(ask, { ids: [found(changed, 'Alert').id] }))[0], 'Alert')
  }),
]
