import { alerts } from '../contract/alert.ts'
import type { Id } from '../contract/id.ts'
import { alertWords } from '../rules/alerts.ts'
import { command } from './command.ts'
import { listQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'

/** The current alerts of an address, in any order. */
export const alertsOfAddress = (addressId: Id) =>
  listQuery('alert', alerts.ofAddress, { addressId }, { scope: { address_id: addressId }, only: (row) => !row.removed })

/** A warning about a premise for everybody who comes there next. */
export const addAlert = command(alerts.add, {
  makes: 'alert',
  uses: ['user'],
  async write(db, { params, body, id, at, userId }) {
    const user = await db.rows('user').get(userId)
    const stamp = stampOf(body, at)
    await db.rows('alert').put({
      ...body,
      id,
      address_id: params.addressId,
      removed: false,
      user_id: userId,
      user: user ?? null,
      observed_at: stamp,
      created_at: stamp,
    })
  },
  listedIn: async (_, { params }) => alertsOfAddress(params.addressId),
  knownBy: ({ body, userId }) => ({ kind: body.kind, text: body.text, user_id: userId }),
  words: ({ body }) => `Alert: ${alertWords(body)}`,
})

/** Changes the text of an alert or removes it; the last tap wins. */
export const changeAlert = command(alerts.change, {
  changes: ({ alertId }) => ({ type: 'alert', id: alertId }),
  uses: [],
  replaces: true,
  write: (db, { params, body }) => db.rows('alert').update(params.alertId, body),
  words: ({ body }) => (body.removed ? 'Alert removed' : `Alert says: ${body.text || 'nothing more'}`),
})
