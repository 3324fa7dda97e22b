import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { areas } from '../../src/contract/area.ts'
import { businesses } from '../../src/contract/business.ts'
import { comments } from '../../src/contract/comment.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { merges } from '../../src/contract/merge.ts'
import { units } from '../../src/contract/unit.ts'
import { violations } from '../../src/contract/violation.ts'
import { holdLocksLong, lockWaits } from '../harness/lock-waits.ts'
import { type Office, office } from '../harness/office.ts'
import { addAddress, addInspection, ask, mergePair, send } from './routes/ask.ts'

/*
 * A merge of two addresses is undone while somebody saves a record at the address that stayed. Whoever is first, no
 * record is in a unit, a business or an inspection of another address afterwards.
 */
let town: Office
let other: pg.PoolClient
let at: Record<'stays' | 'unitId' | 'sameUnitId' | 'businessId' | 'ownBusinessId' | 'inspectionId' | 'mergeId', number>

holdLocksLong()
beforeEach(async () => {
  town = await office()
  other = await town.pool.connect()
  const [stays, gone] = [(await addAddress(town, '1 A STREET')).id, (await addAddress(town, '2 A STREET')).id]
  const unitId = (await ask(town, units.add, { params: { addressId: gone }, body: { number: '5' } })).id
  // Both have a unit 1.
  const sameUnitId = (await ask(town, units.add, { params: { addressId: stays }, body: { number: '1' } })).id
  await ask(town, units.add, { params: { addressId: gone }, body: { number: '1' } })
  const ownBusinessId = (await ask(town, businesses.add, { body: { name: 'Shop', address_id: stays } })).id
  const businessId = (await ask(town, businesses.add, { body: { name: 'Deli', address_id: gone } })).id
  const inspectionId = (await addInspection(town, gone, 'Multifamily License')).id
  const mergeId = await mergePair(town, 'address', [stays, gone])
  at = { stays, unitId, sameUnitId, businessId, ownBusinessId, inspectionId, mergeId }
})
afterEach(async () => {
  other.release()
  await town.close()
})

const undo = () => send(town, merges.undo, { body: { id: at.mergeId }, as: town.people.oas })

const waiting = (count: number) => lockWaits(town.pool, count)

/** The records that are in a unit, at a business or of an inspection of another address. */
const astray = async (): Promise<string[]> => {
  const { rows } = await town.pool.query<{ what: string }>(`
    select 'inspection' as what from inspections as it join units on units.id = unit_id where units.address_id <> it.address_id
    union all select 'inspection' from inspections as it join businesses as b on b.id = business_id where b.address_id <> it.address_id
    union all select 'violation' from violations as it join units on units.id = unit_id where units.address_id <> it.address_id
    union all select 'violation' from violations as it join inspections as i on i.id = inspection_id where i.address_id <> it.address_id
    union all select 'business' from businesses as it join units on units.id = unit_id where units.address_id <> it.address_id
    union all select 'license' from licenses as it join businesses as b on b.id = business_id where b.address_id <> it.address_id
    union all select 'license' from licenses as it join inspections as i on i.id = inspection_id where i.address_id <> it.address_id
    union all select 'comment' from comments as it join units on units.id = unit_id where units.address_id <> it.address_id
    union all select 'area' from areas as it join inspections as i on i.id = inspection_id join units on units.id = it.unit_id
      where units.address_id <> i.address_id`)
  return rows.map(({ what }) => what)
}

const complaint = (more: object) => {
  const body = { source: 'Complaint', inspector_id: null, contact_id: null, description: 'Smoke', paid: false }
  const place = { address_id: at.stays, unit_id: null, business_id: null }
  return send(town, inspections.add, { body: { ...body, ...place, ...more } })
}
const violation = (more: object) =>
  send(town, violations.add, { body: { address_id: at.stays, user_id: town.people.ons.id, ...more } })
const saves: [string, () => Promise<Response>][] = [
  ['an inspection in a unit', () => complaint({ unit_id: at.unitId })],
  ['an inspection of a business', () => complaint({ business_id: at.businessId })],
  ['a violation in a unit', () => violation({ unit_id: at.unitId })],
  ['a violation of an inspection', () => violation({ inspection_id: at.inspectionId })],
  [
    'a business in a unit',
    () => send(town, businesses.add, { body: { name: 'Bakery', address_id: at.stays, unit_id: at.unitId } }),
  ],
  [
    'a unit of a business',
    () => send(town, businesses.save, { params: { businessId: at.ownBusinessId }, body: { unit_id: at.unitId } }),
  ],
  [
    'a license of a business',
    () => {
      const body = { business_id: at.businessId, address_id: at.stays, license_type: 1, paid: false, sent: false }
      return send(town, licenses.add, { body })
    },
  ],
  [
    'a comment on a unit',
    () =>
      send(town, comments.addToUnit, {
        body: { content: 'Loud', user_id: 1, address_id: at.stays, unit_id: at.unitId },
      }),
  ],
  [
    'an area of a unit',
    () => {
      const params = { inspectionId: at.inspectionId, unitId: at.sameUnitId }
      return send(town, areas.addToUnit, { params, body: { name: 'Bath' } })
    },
  ],
]

const license = { license_type: 1, paid: false, sent: false } as const
/** Licenses whose address is that of what they name. */
const follows: [string, () => Promise<Response>][] = [
  ['names only its business', () => send(town, licenses.add, { body: { ...license, business_id: at.businessId } })],
  [
    'names only its inspection',
    () => send(town, licenses.add, { body: { ...license, inspection_id: at.inspectionId } }),
  ],
  [
    'gets a business',
    async () => {
      const made = 'insert into licenses (license_type, address_id) values (1, $1) returning id'
      const { rows } = await town.pool.query<{ id: number }>(made, [at.stays])
      const params = { licenseId: rows[0]?.id ?? 0 }
      return send(town, licenses.save, { params, body: { business_id: at.businessId } })
    },
  ],
]

/** The status of a save that comes while the merge is undone. */
const savedAfterUndo = async (save: () => Promise<Response>): Promise<number> => {
  await other.query('begin')
  // The undo stands still here, after it has locked the address.
  for (const table of ['units', 'businesses', 'inspections'])
    await other.query(`select from ${table} where address_id = $1 for no key update`, [at.stays])
  const undone = undo()
  await waiting(1)
  const saved = save()
  await waiting(2)
  await other.query('commit')
  expect((await undone).status).toBe(200)
  return (await saved).status
}

/** Whether a save succeeds that comes just before the merge is undone. */
const savedBeforeUndo = async (save: () => Promise<Response>): Promise<boolean> => {
  await other.query('begin')
  // Both stand still here, before they commit.
  await other.query('lock table audit_log in exclusive mode')
  const saved = save()
  await waiting(1)
  const undone = undo()
  await waiting(2)
  await other.query('commit')
  expect((await undone).status).toBe(200)
  return (await saved).ok
}

describe.each(saves)('X94 %s that is saved while a merge is undone', (_, save) => {
  test('waits until the undo is done, and is refused then', async () => {
    expect(await savedAfterUndo(save)).toBe(404)
    expect(await astray()).toEqual([])
  })

  test('goes along if it was first', async () => {
    expect(await savedBeforeUndo(save)).toBe(true)
    expect(await astray()).toEqual([])
  })
})

describe.each(follows)('X94 C-31 a license that %s is saved while a merge is undone', (_, save) => {
  test('waits until the undo is done, and is at its address then', async () => {
    expect(await savedAfterUndo(save)).toBe(200)
    expect(await astray()).toEqual([])
  })

  test('goes along if it was first', async () => {
    expect(await savedBeforeUndo(save)).toBe(true)
    expect(await astray()).toEqual([])
  })
})
