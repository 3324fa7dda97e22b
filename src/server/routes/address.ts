import { and, asc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { addresses as calls, type WholeAddress } from '../../contract/address.ts'
import { searchable } from '../../rules/address-text.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { photosOf } from '../files/attach.ts'
import { readAddresses } from '../reading/address.ts'
import { searchedBy } from '../reading/address-search.ts'
import { readComments } from '../reading/comment.ts'
import { creationStamps, inserted } from '../reading/created-row.ts'
import { isNoComplaint, readInspections } from '../reading/inspection.ts'
import { newest, readWindow } from '../reading/page.ts'
import { listOf } from '../reading/parents.ts'
import { readViolations } from '../reading/violation.ts'
import { comments, violations } from '../store/case-tables.ts'
import type { Tx } from '../store/core-tables.ts'
import { addresses } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { addressContactRoutes } from './contact-link.ts'
import { addViolation } from './violation-add.ts'

/** Default number of search results. */
const FOUND = 5

/** The calls on addresses and their related records. */
export const addressRoutes: readonly Route[] = [
  /** Searches as phones do (C-34): see rules/address-match.ts. */
  route(calls.search, async ({ tx, faults, search: { query, limit } }) => {
    if (searchable(query) === '') return []
    const { where, rank } = searchedBy(query)
    return readAddresses(
      { tx },
      {
        where: faults.searchTakesWildcards ? sql`${addresses.search_text} like lower(${`%${query.trim()}%`})` : where,
        orderBy: [rank, asc(addresses.combadd), asc(addresses.id)],
        limit: limit ?? FOUND,
      },
    )
  }),

  route(calls.list, (ask) => readWindow(ask, addresses, ask.search, (reading) => readAddresses(ask, reading))),

  route(calls.one, ({ tx, params }) => readAddress(tx, params.addressId)),

  route(calls.save, async ({ tx, params, body, now }) => {
    const [saved] = await tx
      .update(addresses)
      .set({ ...wholeRow(body), updated_at: now })
      .where(eq(addresses.id, params.addressId))
      .returning({ id: addresses.id })
    return readAddress(tx, found(saved, 'Address').id)
  }),

  route(calls.add, async (ask) =>
    inserted(
      await ask.tx
        .insert(addresses)
        .values({ ...ask.body, ...creationStamps(ask) })
        .returning(),
    ),
  ),

  ...addressContactRoutes,

  /** Photos of its comments and of its units' comments (G-24), the newest comment first. */
  route(calls.photos, async (ask) => {
    const rows = await ask.tx
      .select({ id: comments.id })
      .from(comments)
      .where(eq(comments.address_id, ask.params.addressId))
      .orderBy(...newest(comments))
    await listOf(ask.tx, parent(ask.params), rows)
    const ids = rows.map(({ id }) => id)
    const photos = await photosOf(ask, 'comment', ids)
    return ids.flatMap((id) => photos.get(id) ?? [])
  }),

  route(calls.comments, async (ask) =>
    listOf(
      ask.tx,
      parent(ask.params),
      await readComments(ask, { where: eq(comments.address_id, ask.params.addressId) }),
    ),
  ),

  route(calls.violations, async (ask) =>
    listOf(
      ask.tx,
      parent(ask.params),
      await readViolations(ask, { where: eq(violations.address_id, ask.params.addressId) }),
    ),
  ),

  route(calls.inspections, async (ask) =>
    listOf(
      ask.tx,
      parent(ask.params),
      await readInspections(ask, { where: and(eq(inspections.address_id, ask.params.addressId), isNoComplaint) }),
    ),
  ),

  /** The same record as from its own call, with the same defaults (C-26); the address comes from the path. */
  route(calls.addViolation, (ask) => addViolation(ask, { ...ask.body, address_id: ask.params.addressId })),

  route(calls.byVacancyStatus, ({ tx }) => readAddresses({ tx }, { where: ne(addresses.vacancy_status, 'occupied') })),

  route(calls.setVacancyStatus, async ({ tx, params, body, now }) => {
    const [changed] = await tx
      .update(addresses)
      .set({ vacancy_status: body.vacancy_status, updated_at: now })
      .where(eq(addresses.id, params.addressId))
      .returning({ id: addresses.id })
    return readAddress(tx, found(changed, 'Address').id)
  }),
]

const readAddress = async (tx: Tx, id: number) => found((await readAddresses({ tx }, { ids: [id] }))[0], 'Address')

const parent = ({ addressId }: { addressId: number }) => ({ table: addresses, id: addressId, what: 'Address' })

const own = ['id', 'created_at', 'updated_at', 'created_by_key', 'search_text', 'double_key']
const fields = Object.keys(getTableColumns(addresses)).filter((name) => !own.includes(name))

/** Replaces the whole record: a missing field becomes null. The stamps are the server's own. */
const wholeRow = (body: WholeAddress): Partial<typeof addresses.$inferInsert> => {
  const given: Record<string, unknown> = body
  return Object.fromEntries(fields.map((name) => [name, given[name] ?? null]))
}
