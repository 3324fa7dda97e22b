import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../src/contract/address.ts'
import { areas } from '../../../src/contract/area.ts'
import { businesses } from '../../../src/contract/business.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { merges as calls, type DoubleKind } from '../../../src/contract/merge.ts'
import { units } from '../../../src/contract/unit.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addCodes, addInspection, ask, mergePair, refusal } from './ask.ts'

/*
 * Merges that touch the same records, undone in any order. In the end every record is as it was before them.
 */

let town: Office
beforeAll(async () => {
  town = await office({})
})
afterAll(() => town.close())

const merge = (kind: DoubleKind, winner: number, loser: number, take: string[] = []) =>
  mergePair(town, kind, [winner, loser], take)

/** What the undo could not restore, in words. */
const undo = async (id: number) =>
  (await ask(town, calls.undo, { body: { id }, as: town.people.oas })).find((it) => it.id === id)?.left

const newAddress = async (combadd: string) => (await addAddress(town, combadd)).id

const newUnit = async (addressId: number, number: string) =>
  (await ask(town, units.add, { params: { addressId }, body: { number } })).id

const newBusiness = async (name: string, address_id: number) =>
  (await ask(town, businesses.add, { body: { name, address_id } })).id

const newContact = async (name: string) =>
  (await ask(town, contacts.add, { body: { name, email: null, phone: null } })).id

const link = (contact_id: number, addressId: number) =>
  ask(town, addresses.linkContact, { params: { addressId }, body: { contact_id } })

const linksOf = async (contactId: number) =>
  (await ask(town, contacts.one, { params: { contactId } })).addresses?.map(({ id }) => id)

const addressOf = async (businessId: number) => (await ask(town, businesses.one, { params: { businessId } })).address_id

const nameOf = async (contactId: number) => (await ask(town, contacts.one, { params: { contactId } })).name

/** Every link of an address with a contact, with its day. */
const everyLink = async () =>
  (await town.pool.query('select * from address_contacts order by address_id, contact_id')).rows

describe('links', () => {
  /** Ann at R, Anne at Q; the two contacts are one, and so are the two addresses. */
  const twoPairs = async () => {
    const [q, r] = [await newAddress('1 Q'), await newAddress('1 R')]
    const [ann, anne] = [await newContact('Ann'), await newContact('Anne')]
    await link(ann, r)
    await link(anne, q)
    return { q, r, ann, anne }
  }

  test('X94 a contact keeps a link of its own whose address was merged with that of the other contact', async () => {
    const { q, r, ann, anne } = await twoPairs()
    const before = await everyLink()
    const people = await merge('contact', ann, anne)
    const places = await merge('address', r, q)
    expect(await undo(people)).toEqual([])
    expect(await linksOf(ann)).toEqual([r])
    expect(await linksOf(anne)).toEqual([r])
    expect(await undo(places)).toEqual([])
    expect(await everyLink()).toEqual(before)
  })

  test('X94 the same with the addresses merged and undone first', async () => {
    const { q, r, ann, anne } = await twoPairs()
    const before = await everyLink()
    const places = await merge('address', r, q)
    const people = await merge('contact', ann, anne)
    expect(await undo(places)).toEqual([])
    expect(await linksOf(ann)).toEqual(expect.arrayContaining([q, r]))
    expect(await undo(people)).toEqual([])
    expect(await everyLink()).toEqual(before)
  })

  test('X94 a link that was made by hand since stays', async () => {
    const { q, ann, anne } = await twoPairs()
    const people = await merge('contact', ann, anne)
    await ask(town, addresses.unlinkContact, { params: { addressId: q, contactId: ann } })
    await link(ann, q)
    await undo(people)
    expect(await linksOf(ann)).toContain(q)
  })

  test('X94 a contact gets all its links back where their addresses are one since', async () => {
    const [q, r, s] = [await newAddress('1 Q'), await newAddress('1 R'), await newAddress('1 S')]
    const [ann, anne] = [await newContact('Ann'), await newContact('Anne')]
    for (const id of [r, q, s]) await link(anne, id)
    const before = await everyLink()
    const people = await merge('contact', ann, anne)
    const places = [await merge('address', r, q), await merge('address', r, s)]
    expect(await undo(people)).toEqual([])
    expect([await linksOf(ann), await linksOf(anne)]).toEqual([[], [r]])
    for (const id of places) expect(await undo(id)).toEqual([])
    expect(await everyLink()).toEqual(before)
  })

  test.each([
    ['in the order in which they were made', [0, 1]],
    ['in the other order', [1, 0]],
  ])('X94 two merges that took the same link, undone %s', async (_, order) => {
    const q = await newAddress('2 Q')
    const [w, x, y] = [await newContact('Bo'), await newContact('Boo'), await newContact('Booo')]
    await link(x, q)
    await link(y, q)
    const before = await everyLink()
    const made = [await merge('contact', w, x), await merge('contact', w, y)]
    await undo(made[order[0] ?? 0] ?? 0)
    expect(await linksOf(w)).toEqual([q])
    await undo(made[order[1] ?? 0] ?? 0)
    expect(await everyLink()).toEqual(before)
  })

  test('X94 two merges that took the same link of an address that was merged between them', async () => {
    const [q, r, s] = [await newAddress('3 Q'), await newAddress('3 R'), await newAddress('3 S')]
    const [w, x, y] = [await newContact('Cy'), await newContact('Cyd'), await newContact('Cyda')]
    await link(x, q)
    await link(x, r)
    await link(y, r)
    const before = await everyLink()
    const first = await merge('contact', w, x)
    const places = await merge('address', r, q)
    const second = await merge('contact', w, y)
    const further = await merge('address', s, r)
    await undo(first)
    expect(await linksOf(w)).toEqual([s])
    await undo(second)
    expect(await linksOf(w)).toEqual([])
    await undo(further)
    await undo(places)
    expect(await everyLink()).toEqual(before)
  })
})

describe('fields', () => {
  test('X94 a business goes back where its former address was merged since, and from there when that is undone', async () => {
    const [p, q, r] = [await newAddress('4 P'), await newAddress('4 Q'), await newAddress('4 R')]
    const [shop, other] = [await newBusiness('Shop', p), await newBusiness('Shop Inc', q)]
    const ofShops = await merge('business', shop, other, ['address_id'])
    const places = await merge('address', r, p)
    expect(await undo(ofShops)).toEqual([])
    expect(await addressOf(shop)).toBe(r)
    expect(await undo(places)).toEqual([])
    expect([await addressOf(shop), await addressOf(other)]).toEqual([p, q])
  })

  test('X94 a business goes back where the address that it took was merged since', async () => {
    const [p, q, r] = [await newAddress('5 P'), await newAddress('5 Q'), await newAddress('5 R')]
    const [bar, other] = [await newBusiness('Bar', p), await newBusiness('Bar Inc', q)]
    const ofBars = await merge('business', bar, other, ['address_id'])
    const places = await merge('address', r, q)
    expect(await undo(ofBars)).toEqual([])
    expect([await addressOf(bar), await addressOf(other)]).toEqual([p, r])
    expect(await undo(places)).toEqual([])
    expect([await addressOf(bar), await addressOf(other)]).toEqual([p, q])
  })

  test('X94 a business that came back at a merged address goes to its own when that merge is undone', async () => {
    const [p, r, s] = [await newAddress('6 P'), await newAddress('6 R'), await newAddress('6 S')]
    const [cafe, other] = [await newBusiness('Cafe', r), await newBusiness('Cafe Inc', p)]
    const ofCafes = await merge('business', cafe, other)
    const places = await merge('address', r, p)
    const further = await merge('address', s, r)
    await undo(ofCafes)
    expect(await addressOf(other)).toBe(s)
    expect(await undo(further)).toEqual([])
    expect(await addressOf(other)).toBe(r)
    expect(await undo(places)).toEqual([])
    expect([await addressOf(cafe), await addressOf(other)]).toEqual([r, p])
  })

  test.each(['Ida', 'Idah'])(
    'X94 two merges that took the same field, undone in the order in which they were made; the first took %s',
    async (name) => {
      const [w, x, y] = [await newContact('Ada'), await newContact(name), await newContact('Idah')]
      const [first, second] = [await merge('contact', w, x, ['name']), await merge('contact', w, y, ['name'])]
      expect(await undo(first)).toEqual([])
      expect(await nameOf(w)).toBe('Idah')
      expect(await undo(second)).toEqual([])
      expect(await nameOf(w)).toBe('Ada')
    },
  )

  test('X94 the same with the addresses of businesses, one of which was merged between', async () => {
    const [p, q, r, s] = [
      await newAddress('9 P'),
      await newAddress('9 Q'),
      await newAddress('9 R'),
      await newAddress('9 S'),
    ]
    const [w, x, y] = [await newBusiness('Deli', p), await newBusiness('Deli Inc', q), await newBusiness('Deli Co', s)]
    const first = await merge('business', w, x, ['address_id'])
    await merge('address', r, q)
    const second = await merge('business', w, y, ['address_id'])
    expect(await undo(first)).toEqual([])
    expect(await addressOf(w)).toBe(s)
    expect(await undo(second)).toEqual([])
    expect([await addressOf(w), await addressOf(x), await addressOf(y)]).toEqual([p, r, s])
  })

  test('X94 a business that was merged after its address goes to its own address where that is undone first', async () => {
    const [p, q, r] = [await newAddress('10 P'), await newAddress('10 Q'), await newAddress('10 R')]
    const [here, there] = [await newUnit(q, '1'), await newUnit(p, '1')]
    const [mill, other] = [await newBusiness('Mill', p), await newBusiness('Mill Inc', q)]
    await ask(town, businesses.save, { params: { businessId: other }, body: { unit_id: here } })
    const places = [await merge('address', p, q), await merge('address', r, p)]
    const ofMills = await merge('business', mill, other)
    for (const id of places.reverse()) await undo(id)
    expect(await undo(ofMills)).toEqual([])
    expect(await addressOf(mill)).toBe(p)
    expect(await ask(town, businesses.one, { params: { businessId: other } })).toMatchObject({
      address_id: q,
      unit_id: here,
    })
    expect(await ask(town, units.one, { params: { unitId: there } })).toMatchObject({ address_id: p })
  })

  test('X94 the same with the address that a business had before it took that of another one', async () => {
    const [p, q, s] = [await newAddress('11 P'), await newAddress('11 Q'), await newAddress('11 S')]
    const [mine, other] = [await newBusiness('Mine', q), await newBusiness('Mine Inc', s)]
    const places = await merge('address', p, q)
    const ofMines = await merge('business', mine, other, ['address_id'])
    await undo(places)
    expect(await addressOf(mine)).toBe(s)
    expect(await undo(ofMines)).toEqual([])
    expect([await addressOf(mine), await addressOf(other)]).toEqual([q, s])
  })

  test('X94 the same with two merges that took its address, the addresses undone between them', async () => {
    const [p, q] = [await newAddress('14 P'), await newAddress('14 Q')]
    const [s, t] = [await newAddress('14 S'), await newAddress('14 T')]
    const [w, x, y] = [await newBusiness('Inn', q), await newBusiness('Inn Inc', s), await newBusiness('Inn Co', t)]
    const places = await merge('address', p, q)
    const first = await merge('business', w, x, ['address_id'])
    await undo(places)
    const second = await merge('business', w, y, ['address_id'])
    expect(await undo(first)).toEqual([])
    expect(await undo(second)).toEqual([])
    expect([await addressOf(w), await addressOf(x), await addressOf(y)]).toEqual([q, s, t])
  })

  test('X94 the same with two merges of a business before and after that of an address, undone before both', async () => {
    const [p, q] = [await newAddress('12 P'), await newAddress('12 Q')]
    const [r, s] = [await newAddress('12 R'), await newAddress('12 S')]
    const [w, x, y] = [await newBusiness('Pub', p), await newBusiness('Pub Inc', q), await newBusiness('Pub Co', s)]
    const first = await merge('business', w, x, ['address_id'])
    const places = await merge('address', r, q)
    const second = await merge('business', w, y, ['address_id'])
    await undo(places)
    expect(await undo(first)).toEqual([])
    expect(await addressOf(w)).toBe(s)
    expect(await undo(second)).toEqual([])
    expect([await addressOf(w), await addressOf(x), await addressOf(y)]).toEqual([p, q, s])
  })

  test('X94 a field that was changed between two merges is kept', async () => {
    const [w, x, y] = [await newContact('Eve'), await newContact('Evi'), await newContact('Evie')]
    const first = await merge('contact', w, x, ['name'])
    await ask(town, contacts.save, { params: { contactId: w }, body: { name: 'Eva', email: null, phone: null } })
    const second = await merge('contact', w, y, ['name'])
    expect(await undo(first)).toEqual(['Eve kept what was changed since: name.'])
    await undo(second)
    expect(await nameOf(w)).toBe('Eva')
  })
})

describe('the unit that both addresses had', () => {
  test('X94 gives back what was written since in an inspection that is back', async () => {
    const [w, l] = [await newAddress('7 W'), await newAddress('7 L')]
    const [stays, gone] = [await newUnit(w, '1'), await newUnit(l, '1')]
    const { id: inspectionId } = await addInspection(town, l)
    await town.db.execute(sql`update inspections set unit_id = ${gone} where id = ${inspectionId}`)
    const codes = await addCodes(town, 'Weeds')
    const made = await merge('address', w, l)
    const body = { address_id: w, unit_id: stays, user_id: town.people.ons.id, codes, deadline: '7 days' }
    const found = await ask(town, violations.add, { body: { ...body, inspection_id: inspectionId } })
    const other = await ask(town, violations.add, { body })
    await ask(town, areas.addToUnit, { params: { inspectionId, unitId: stays }, body: { name: 'Kitchen' } })
    for (const { id } of [found, other])
      await town.db.execute(sql`insert into citations (violation_id, unit_id) values (${id}, ${stays})`)
    expect(await undo(made)).toEqual([
      `Written since the merge, and gone with what it belongs to: 1 violation, 1 area, 1 citation (now at #${l}).`,
    ])
    const old = { address_id: l, unit_id: gone }
    expect(await ask(town, inspections.one, { params: { inspectionId } })).toMatchObject(old)
    expect(await ask(town, violations.one, { params: { violationId: found.id } })).toMatchObject(old)
    expect(await ask(town, areas.ofUnit, { params: { inspectionId, unitId: gone } })).toHaveLength(1)
    const present = { address_id: w, unit_id: stays }
    expect(await ask(town, violations.one, { params: { violationId: other.id } })).toMatchObject(present)
    const cited = await town.pool.query('select unit_id::int from citations order by violation_id')
    expect(cited.rows).toEqual([{ unit_id: gone }, { unit_id: stays }])
  })

  test('X94 names the merge to undo first where a unit that goes back has taken up one of another address', async () => {
    const [w, l, y] = [await newAddress('15 W'), await newAddress('15 L'), await newAddress('15 Y')]
    const [ofL, ofY] = [await newUnit(l, '3'), await newUnit(y, ' 3')]
    const { id: inspectionId } = await addInspection(town, y)
    await town.db.execute(sql`update inspections set unit_id = ${ofY} where id = ${inspectionId}`)
    const [first, second] = [await merge('address', w, l), await merge('address', w, y)]
    expect(await refusal(town, calls.undo, { body: { id: first }, as: town.people.oas })).toBe(
      '409 Undo the merge of 15 Y first: its unit 3 is one with that of 15 L.',
    )
    for (const id of [second, first]) expect(await undo(id)).toEqual([])
    expect(await ask(town, inspections.one, { params: { inspectionId } })).toMatchObject({
      address_id: y,
      unit_id: ofY,
    })
    expect(await ask(town, units.one, { params: { unitId: ofL } })).toMatchObject({ address_id: l })
  })

  test('X94 says in words what is left in a unit of the other address', async () => {
    const [w, l] = [await newAddress('13 W'), await newAddress('13 L')]
    const [ofW, ofL] = [await newUnit(w, '1'), await newUnit(l, '2')]
    const [{ id: atW }, { id: atL }] = [await addInspection(town, w), await addInspection(town, l)]
    const shop = await newBusiness('Kiln', l)
    const made = await merge('address', w, l)
    for (const [inspectionId, unitId] of [
      [atW, ofL],
      [atL, ofW],
      [atL, ofL],
    ] as const)
      await ask(town, areas.addToUnit, { params: { inspectionId, unitId }, body: { name: 'Hall' } })
    await ask(town, businesses.save, { params: { businessId: shop }, body: { unit_id: ofW } })
    expect(await undo(made)).toEqual(['Left in a unit of the other address: 1 business, 2 areas.'])
  })

  test('X94 names the unit that must be renamed first where another one has its number now', async () => {
    const [w, l] = [await newAddress('8 W'), await newAddress('8 L')]
    const [stays, gone] = [await newUnit(w, '2'), await newUnit(l, '2')]
    const other = await newUnit(l, '1')
    const made = await merge('address', w, l)
    const rename = (unitId: number, number: string) => ask(town, units.rename, { params: { unitId }, body: { number } })
    await rename(stays, '2A')
    await rename(other, ' 2')
    expect(await refusal(town, calls.undo, { body: { id: made }, as: town.people.oas })).toBe(
      '409 Rename unit 2 of 8 W first: 8 L had another unit 2.',
    )
    await rename(other, '1')
    expect(await undo(made)).toEqual([])
    const back = await ask(town, units.ofAddress, { params: { addressId: l } })
    expect(back.map(({ id, number }) => [id, number])).toEqual(
      expect.arrayContaining([
        [gone, '2'],
        [other, '1'],
      ]),
    )
  })
})
