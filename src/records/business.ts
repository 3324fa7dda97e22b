import { type BusinessFields, businesses } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { isSameBusiness } from '../rules/business-duplicate.ts'
import { addressChip } from './address-chip.ts'
import { command } from './command.ts'
import { listRange, narrowed } from './listing.ts'
import { changedFields } from './merge.ts'
import { listQuery, oneQuery } from './query.ts'
import { valueQuery } from './value.ts'

export const allBusinesses = () => listQuery('business', businesses.list, {})

/** The businesses of an address by name. The documented calls can only list those of the whole town. */
export const businessesAt = (addressId: Id) => narrowed('business', [listRange('address', addressId)])

export const businessById = (businessId: Id) => oneQuery('business', businesses.one, { businessId }, businessId)

/** The contacts of a business. A contact does not say whose it is, so the answer is stored as a value (BU-02). */
export const contactsOfBusiness = (businessId: Id) =>
  valueQuery('business', businesses.contacts, { businessId }, { also: (rows) => ({ type: 'contact', rows }) })

/** A new business (CF-35 to CF-38). If the address already has one of the same name, the server uses that one. */
export const addBusiness = command(businesses.add, {
  makes: 'business',
  async write(db, { body, id, at }) {
    const stamp = new Date(at).toISOString()
    const address = await addressChip(db, body.address_id)
    await db.rows('business').put({ ...body, id, address, created_at: stamp, updated_at: stamp })
  },
  listedIn: async () => allBusinesses(),
  // A documented server's list leaves out the unit, so it is not compared.
  knownBy: ({ body }) => ({ name: body.name, address_id: body.address_id }),
  standsAlready: (rows, { body }) =>
    rows.find((row) =>
      isSameBusiness({ name: Reflect.get(row, 'name'), address_id: Reflect.get(row, 'address_id') }, body),
    ),
  words: ({ body }) => `New business ${body.name}`,
})

/** Every field in the form of a business (BU-04, BU-05). */
const editable = [
  'name',
  'trading_as',
  'address_id',
  'unit_id',
  'email',
  'phone',
  'website',
  'is_closed',
  'opened_on',
  'employee_count',
] as const satisfies readonly (keyof BusinessFields)[]

/** Saves the business form; only what the user changed is sent (BU-03, B47). */
export const saveBusiness = command(businesses.save, {
  changes: ({ businessId }) => ({ type: 'business', id: businessId }),
  replaces: true,
  compares: {
    fields: editable,
    fresh: ({ params }) => businessById(params.businessId),
    onConflict: 'ask',
    merge: (_, asked) => changedFields(asked),
  },
  async write(db, asked) {
    const mine = changedFields(asked)
    const { address_id } = mine
    const address = typeof address_id === 'number' ? { address: await addressChip(db, address_id) } : {}
    await db.rows('business').update(asked.params.businessId, { ...mine, ...address })
  },
  words: () => 'Changes to the business',
})
