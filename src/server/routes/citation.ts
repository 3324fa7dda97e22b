import { eq } from 'drizzle-orm'
import { citations as calls } from '../../contract/citation.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { readCitation, readCitations } from '../reading/citation.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { citations, violations } from '../store/case-tables.ts'
import { addresses, codes } from '../store/town-tables.ts'

/** The calls on citations; any status may follow any (CT-08). */
export const citationRoutes: readonly Route[] = [
  route(calls.list, ({ tx }) => readCitations({ tx }, {})),

  route(calls.one, (ask) => readCitation(ask, ask.params.citationId)),

  route(calls.ofAddress, async ({ tx, params }) =>
    listOf(
      tx,
      { table: addresses, id: params.addressId, what: 'Address' },
      await readCitations({ tx }, { where: eq(violations.address_id, params.addressId) }),
    ),
  ),

  // The author is the session's user, whatever the body says (CT-14, G-14).
  route(calls.add, async (ask) => {
    const { tx, body, user } = ask
    await assertExists(tx, violations, body.violation_id, 'Violation')
    await assertExists(tx, codes, body.code_id, 'Code')
    const { violation_id, code_id, citationid, fine, deadline } = body
    // A new citation is unpaid, whatever is sent: its status changes by the call for that (CT-08).
    const fields = { violation_id, code_id, citationid, fine, deadline, status: 0 }
    const values = { ...fields, user_id: user.id, ...fieldCreationStamps(ask) }
    const { id } = inserted(await tx.insert(citations).values(values).returning({ id: citations.id }))
    return readCitation(ask, id)
  }),

  route(calls.setStatus, async (ask) => {
    const [changed] = await ask.tx
      .update(citations)
      .set({ status: ask.body.status, updated_at: ask.now })
      .where(eq(citations.id, ask.params.citationId))
      .returning({ id: citations.id })
    return readCitation(ask, found(changed, 'Citation').id)
  }),
]
