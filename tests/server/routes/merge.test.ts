import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../src/contract/address.ts'
import { businesses } from '../../../src/contract/business.ts'
import { comments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls, type DoubleKind, type Merge } from '../../../src/contract/merge.ts'
import { sync } from '../../../src/contract/sync.ts'
import { units } from '../../../src/contract/unit.ts'
import { violations } from '../../../src/contract/violation.ts'
import { columnFor, hangsOn, linksOf, type MergedType, tableOfMerged } from '../../../src/server/merging/what-hangs.ts'
import { type Office, office } from '../../harness/office.ts'
import { fillTown } from '../full-town.ts'
import { addAddress, ask, atOnce, mergeBody, refusal } from './ask.ts'

let now = new Date()
const openTown = () => office({ clock: () => now, config: { sessionSeconds: 4e6, sessionIdleSeconds: 4e6 } })

const oas = (town: Office) => town.people.oas

const merge = async (town: Office, kind: DoubleKind, pair: [number, number], take: string[] = []) =>
  the(await ask(town, calls.merge, { body: await mergeBody(town, kind, pair, take), as: oas(town) }))

const undo = async (town: Office, id: number) =>
  the((await ask(town, calls.undo, { body: { id }, as: oas(town) })).filter((it) => it.id === id))

/** The first of what is answered: the last merge. */
const the = ([first]: Merge[]): Merge => {
  if (!first) throw new Error('No merge is answered')
  return first
}

/** Every row of the town's records as text, without the stamps of the last change. */
const everyRow = async (town: Office): Promise<string[]> => {
  const tables = ['addresses', 'units', 'contacts', 'businesses', 'address_contacts', 'business_contacts']
    .concat(['inspections', 'areas', 'violations', 'citations', 'comments', 'contact_comments'])
    .concat(['licenses', 'permits', 'premise_alerts'])
  const rows = tables.map(async (table) => {
    const found = await town.db.execute<{ row: object }>(
      sql`select to_jsonb(it) - 'updated_at' as row from ${sql.identifier(table)} as it`,
    )
    return found.rows.map(({ row }) => `${table} ${JSON.stringify(row)}`)
  })
  return (await Promise.all(rows)).flat().sort()
}

const countIn = async (town: Office, table: string, type: MergedType, id: number) => {
  const found = await town.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(columnFor(type))} = ${id}`,
  )
  return found.rows[0]?.count
}

describe('two records made one', () => {
  let town: Office
  beforeAll(async () => {
    town = await openTown()
    await fillTown(town)
  })
  afterAll(() => town.close())

  test('X93 every reference of the database to a record that can be merged is moved', async () => {
    const found = await town.db.execute<{ child: string; field: string; parent: string }>(sql`
      select child.relname as child, attribute.attname as field, parent.relname as parent from pg_constraint as key
      join pg_class as child on child.oid = key.conrelid join pg_class as parent on parent.oid = key.confrelid
      join pg_attribute as attribute on attribute.attrelid = key.conrelid and attribute.attnum = key.conkey[1]
      where key.contype = 'f' and parent.relname in ('contacts', 'businesses', 'addresses', 'units')`)
    const known = Object.entries(tableOfMerged).flatMap(([type, parent]) => {
      const of = type as MergedType
      const tables = [...hangsOn[of], ...linksOf[of].map(({ table }) => table), ...(of === 'address' ? ['units'] : [])]
      return tables.map((child) => `${child}.${columnFor(of)} -> ${parent}`)
    })
    expect(known.sort()).toEqual(found.rows.map(({ child, field, parent }) => `${child}.${field} -> ${parent}`).sort())
  })

  test.each(['contact', 'business', 'address'] as const)(
    'X93, X94 a %s gets all that hangs on its double, and undoing it puts every row back',
    async (kind) => {
      await ask(town, inspections.setContact, { params: { inspectionId: 2 }, body: { contact_id: 2 } })
      const before = await everyRow(town)
      const made = await merge(town, kind, [1, 2], ['name'])
      expect(made).toMatchObject({ kind, winner_id: 1, loser_id: 2, undone_at: null, left: [] })
      expect(made.moved.length).toBeGreaterThan(0)
      for (const table of [...hangsOn[kind], ...linksOf[kind].map((it) => it.table)])
        expect(await countIn(town, table, kind, 2), table).toBe(0)
      const gone = await town.db.execute(sql`select from ${sql.identifier(tableOfMerged[kind])} where id = 2`)
      expect(gone.rowCount).toBe(0)
      expect(await everyRow(town)).not.toEqual(before)

      expect(await undo(town, made.id)).toMatchObject({ left: [], undone_by: { id: oas(town).id } })
      expect(await everyRow(town)).toEqual(before)
    },
  )

  test('X93 a unit that both addresses have becomes one, and what hangs on it goes along; X94 undoes that', async () => {
    const same = await ask(town, units.add, { params: { addressId: 2 }, body: { number: ' 1b ' } })
    const said = { content: 'Rang twice', address_id: 2, unit_id: same.id, user_id: 1 }
    const comment = await ask(town, comments.addToUnit, { body: { comment: said } })
    const before = await everyRow(town)
    const made = await merge(town, 'address', [1, 2])
    const unitOf = async () =>
      (await town.db.execute(sql`select address_id::int, unit_id::int from comments where id = ${comment.id}`)).rows[0]
    expect(await unitOf()).toEqual({ address_id: 1, unit_id: 1 })
    // A call about the unit that is gone is carried out on the one that stayed.
    expect(await ask(town, units.one, { params: { unitId: same.id } })).toMatchObject({ id: 1 })
    await undo(town, made.id)
    expect(await everyRow(town)).toEqual(before)
    expect(await unitOf()).toEqual({ address_id: 2, unit_id: same.id })
  })

  test('X93 the chosen values stay, and both rows are told to the phones', async () => {
    const since = (await ask(town, sync.changes, { search: { since: 'now' } })).cursor
    const made = await merge(town, 'contact', [1, 2], ['email', 'name'])
    expect(await ask(town, contacts.one, { params: { contactId: 1 } })).toMatchObject({
      name: 'Rose 2',
      email: 'rose2@town.example',
    })
    const told = await ask(town, sync.changes, { search: { since } })
    const rowOf = (type: string, id: number) => told.changes.find((it) => it.type === type && it.id === id)
    expect(rowOf('contact', 2)).toEqual({ type: 'contact', id: 2, row: null, into: 1 })
    expect(rowOf('contact', 1)?.row).toMatchObject({ name: 'Rose 2' })
    expect(rowOf('contactComment', 2)?.row).toMatchObject({ contact_id: 1 })
    const log = await town.db.execute(
      sql`select call, user_id, body->>'kind' as kind from audit_log order by id desc limit 1`,
    )
    expect(log.rows).toEqual([{ call: 'X93', user_id: oas(town).id, kind: 'contact' }])
    await undo(town, made.id)
  })

  test('X93 is 409 in words where a record was changed since, or is merged already', async () => {
    const stale = await mergeBody(town, 'contact', [1, 2])
    await ask(town, contacts.save, { params: { contactId: 2 }, body: { name: 'Rosa', email: null, phone: null } })
    const refused = (body: object) => refusal(town, calls.merge, { body, as: oas(town) })
    expect(await refused(stale)).toBe('409 Rosa was changed meanwhile. Look at both records again.')
    const fresh = await mergeBody(town, 'contact', [1, 2])
    expect(await refused({ ...fresh, take: ['id'] })).toBe('422 id is no field of these records')
    expect(await refused({ ...fresh, loser: 1 })).toBe('422 Choose two different records')
    expect(await refused({ ...fresh, loser: 999 })).toBe('404 Contact not found')
    const outcomes = await atOnce(town, 4, () => ask(town, calls.merge, { body: fresh, as: oas(town) }))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refused(fresh)).toBe('409 Rosa was already merged into Rose 1.')
    const [last] = await ask(town, calls.list, { as: oas(town) })
    await undo(town, last?.id ?? 0)
    expect(await refusal(town, calls.undo, { body: { id: last?.id }, as: oas(town) })).toBe(
      '409 This was undone already.',
    )
  })
})

describe('undoing a merge later', () => {
  let town: Office
  beforeAll(async () => {
    town = await openTown()
    await fillTown(town)
  })
  afterAll(() => town.close())

  test('X94 keeps what was written since, and says in words what it left', async () => {
    const made = await merge(town, 'contact', [1, 2], ['name', 'email'])
    const newer = { name: 'Rose Meyer', email: 'rose2@town.example', phone: '4105550177' }
    await ask(town, contacts.save, { params: { contactId: 1 }, body: newer })
    await ask(town, addresses.unlinkContact, { params: { addressId: 2, contactId: 1 } })
    const undone = await undo(town, made.id)
    expect(undone.left).toEqual([
      'Rose 1 kept what was changed since: name.',
      '1 link not put back: removed since the merge.',
    ])
    expect(await ask(town, contacts.one, { params: { contactId: 1 } })).toMatchObject({
      name: 'Rose Meyer',
      email: 'rose1@town.example',
      phone: '4105550177',
    })
    expect(await ask(town, contacts.one, { params: { contactId: 2 } })).toMatchObject({ name: 'Rose 2', addresses: [] })
  })

  test('X94 values that belong together are kept or put back together: address and unit, latitude and longitude', async () => {
    const rowsOf = async (query: string) => (await town.pool.query(query)).rows
    const idsOf = async (query: string) => (await rowsOf(`${query} returning id`)).map(({ id }) => Number(id))
    const [here, there] = (await idsOf(`insert into addresses (combadd, latitude, longitude)
      values ('1 Torn Rd', 1, 2), ('2 Torn Rd', 30, 40)`)) as [number, number]
    const [first, second] = await idsOf(
      `insert into units (address_id, number) values (${there}, '1'), (${there}, '2')`,
    )
    const shops = (await idsOf(`insert into businesses (name, address_id, unit_id)
      values ('Shop', ${here}, null), ('Shop Inc', ${there}, ${first})`)) as [number, number]
    const shop = await merge(town, 'business', shops, ['name', 'address_id'])
    await town.pool.query(`update businesses set unit_id = ${second} where id = ${shops[0]}`)
    expect((await undo(town, shop.id)).left).toEqual(['Shop kept what was changed since: address_id, unit_id.'])
    expect(await rowsOf(`select name, address_id::int, unit_id::int from businesses where id = ${shops[0]}`)).toEqual([
      { name: 'Shop', address_id: there, unit_id: second },
    ])
    const place = await merge(town, 'address', [here, there], ['latitude'])
    await town.pool.query(`update addresses set longitude = 41 where id = ${here}`)
    expect((await undo(town, place.id)).left).toContain('1 Torn Rd kept what was changed since: latitude, longitude.')
    expect(await rowsOf(`select latitude, longitude from addresses where id = ${here}`)).toEqual([
      { latitude: 30, longitude: 41 },
    ])
  })

  test('X94 what was written at the address since goes with the unit and the inspection that it belongs to', async () => {
    const made = await merge(town, 'address', [1, 2])
    const as = town.people.ons
    const violation = (more: object) =>
      ask(town, violations.add, {
        as,
        body: { address_id: 1, user_id: as.id, codes: [1], deadline: '7 days', ...more },
      })
    const inUnit = await violation({ unit_id: 2 })
    const ofInspection = await violation({ inspection_id: 2 })
    const other = await violation({})
    const undone = await undo(town, made.id)
    expect(undone.left).toEqual([
      'Written since the merge, and gone with what it belongs to: 2 violations (now at #2).',
    ])
    const placeOf = async (id: number) => (await ask(town, violations.one, { params: { violationId: id } })).address_id
    expect(await placeOf(inUnit.id)).toBe(2)
    expect(await placeOf(ofInspection.id)).toBe(2)
    expect(await placeOf(other.id)).toBe(1)
  })

  test('X94 merges that stand on each other are undone in the other order', async () => {
    const third = await addAddress(town, '3 ELM STREET')
    const first = await merge(town, 'address', [1, 2])
    const second = await merge(town, 'address', [third.id, 1])
    // The first one is found through both.
    expect(await ask(town, addresses.one, { params: { addressId: 2 } })).toMatchObject({ id: third.id })
    expect(await refusal(town, calls.undo, { body: { id: first.id }, as: oas(town) })).toBe(
      '409 1 ELM STREET was merged on since. Undo that first.',
    )
    await undo(town, second.id)
    await undo(town, first.id)
    expect(await ask(town, addresses.one, { params: { addressId: 2 } })).toMatchObject({ combadd: '2 ELM STREET' })
  })

  test('X94 a business that was merged at an address that is gone comes back at the one that stayed', async () => {
    const ofBusinesses = await merge(town, 'business', [1, 2])
    await merge(town, 'address', [1, 2])
    await undo(town, ofBusinesses.id)
    expect(await ask(town, businesses.one, { params: { businessId: 2 } })).toMatchObject({ address_id: 1 })
  })

  test('X94 is refused after 30 days', async () => {
    const body = { name: 'Late', email: null, phone: null }
    const [first, second] = [await ask(town, contacts.add, { body }), await ask(town, contacts.add, { body })]
    const made = await merge(town, 'contact', [first.id, second.id])
    const before = now
    now = new Date(before.getTime() + 29 * 86_400_000)
    const [listed] = await ask(town, calls.list, { as: oas(town) })
    expect(Date.parse(listed?.undo_until ?? '')).toBe(before.getTime() + 30 * 86_400_000)
    now = new Date(before.getTime() + 31 * 86_400_000)
    expect(await refusal(town, calls.undo, { body: { id: made.id }, as: oas(town) })).toBe(
      '409 This was done more than 30 days ago and cannot be undone any more.',
    )
    now = before
  })
})
