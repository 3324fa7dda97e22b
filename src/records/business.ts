import { businesses } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { isSameBusiness } from '../rules/business-duplicate.ts'
import { addressChip } from './address-chip.ts'
import { command } from './command.ts'
import { listQuery, oneQuery } from './query.ts'
import { valueQuery } from './value.ts'

export const allBusinesses = () => listQuery('business', businesses.list, {})

export const businessById = (businessId: Id) => oneQuery('business', businesses.one, { businessId }, businessId)

/** The contacts of a business. Nothing in a contact says of whom it is one, so the answer is kept as it came (BU-02). */
export const contactsOfBusiness = (businessId: Id) =>
  valueQuery('business', businesses.contacts, { businessId }, { also: (rows) => ({ type: 'contact', rows }) })

/** A new business (CF-35 to CF-38). One of the same name at the address is joined, never doubled. */
export const addBusiness = command(businesses.add, {
  makes: 'business',
  async write(db, { body, id, at }) {
    const stamp = new Date(at).toISOString()
    const address = await addressChip(db, body.address_id)
    await db.rows('business').put({ ...body, id, address, created_at: stamp, updated_at: stamp })
  },
  listedIn: async () => allBusinesses(),
  // A documented server's list leaves every unit out.
  knownBy: ({ body }) => ({ name: body.name, address_id: body.address_id }),
  standsAlready: (rows, { body }) =>
    rows.find((row) =>
      isSameBusiness({ name: Reflect.get(row, 'name'), address_id: Reflect.get(row, 'address_id') }, body),
    ),
  words: ({ body }) => `New business ${body.name}`,
})
