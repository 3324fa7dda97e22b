import { and, eq, ne, or, sql } from 'drizzle-orm'
import { businesses as calls } from '../../contract/business.ts'
import { searchable } from '../../rules/address-text.ts'
import { type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { readBusiness, readBusinesses } from '../reading/business.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { contains } from '../reading/like.ts'
import { readWindow } from '../reading/page.ts'
import { assertAddress, assertUnitOf } from '../reading/parents.ts'
import type { Tx } from '../store/core-tables.ts'
import { businesses } from '../store/town-tables.ts'
import { businessContactRoutes } from './contact-link.ts'

/** Default number of search results. */
const FOUND = 5
const searched = [businesses.name, businesses.trading_as, businesses.email, businesses.website, businesses.phone]

/** The calls on businesses. */
export const businessRoutes: readonly Route[] = [
  // Counts without the join: the joined address cannot change the number of rows.
  route(calls.list, (ask) => readWindow(ask, businesses, ask.search, (reading) => readBusinesses(ask, reading))),

  route(calls.one, (ask) => readBusiness(ask, ask.params.businessId)),

  route(calls.search, async ({ tx, search: { query, limit } }) => {
    const typed = query.trim()
    if (typed === '') return []
    const where = or(...searched.map((column) => contains(column, typed)))
    return readBusinesses({ tx }, { where, limit: limit ?? FOUND })
  }),

  route(calls.add, async (ask) => {
    const { tx, body } = ask
    await assertAddress(tx, body.address_id)
    await assertUnitOf(tx, body.unit_id, body.address_id)
    await assertNew(tx, body.name, body.address_id)
    const values = { ...body, ...fieldCreationStamps(ask) }
    const { id } = inserted(await tx.insert(businesses).values(values).returning({ id: businesses.id }))
    return readBusiness(ask, id)
  }),

  route(calls.save, async (ask) => {
    const { tx, params, body, now } = ask
    const before = await readBusiness(ask, params.businessId)
    const addressId = body.address_id ?? before.address_id
    if (body.address_id !== undefined || body.unit_id) await assertAddress(tx, addressId)
    // A business that moves loses its unit, unless the change names a new one.
    const moved = addressId !== before.address_id && body.unit_id === undefined ? { unit_id: null } : {}
    await assertUnitOf(tx, body.unit_id, addressId)
    // Two businesses that share a name already can both still be saved.
    const isSame = addressId === before.address_id && plain(body.name) === plain(before.name)
    if (body.name !== undefined && !isSame) await assertNew(tx, body.name, addressId, params.businessId)
    const set = { ...body, ...moved, updated_at: now }
    await tx.update(businesses).set(set).where(eq(businesses.id, params.businessId))
    return readBusiness(ask, params.businessId)
  }),

  ...businessContactRoutes,
]

const plain = (name: string | null | undefined) => searchable(name ?? '')

/**
 * A name is unique per address only, because chains have several places. The lock makes two calls at once wait for each
 * other.
 */
const assertNew = async (tx: Tx, name: string, addressId: number, except = 0) => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('businesses of an address'), ${addressId}::int)`)
  const isSame = and(
    eq(businesses.address_id, addressId),
    sql`search_line(${businesses.name}) = search_line(${name})`,
    ne(businesses.id, except),
  )
  if ((await tx.$count(businesses, isSame)) > 0)
    throw new Refused(409, 'Duplicate business detected for this address (matching name).')
}
