import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { businesses } from '../../src/contract/business.ts'
import { contacts } from '../../src/contract/contact.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { type DoubleKind, merges } from '../../src/contract/merge.ts'
import { permits } from '../../src/contract/permit.ts'
import { followingMerges } from '../../src/server/merging/redirect.ts'
import { holdLocksLong, lockWaits } from '../harness/lock-waits.ts'
import { type Office, office } from '../harness/office.ts'
import { addAddress, ask, mergeBody, send } from './routes/ask.ts'

/*
 * The office merges two records while somebody saves one that does not name them: the server finds the contact by its
 * phone number, the address by the business, the business by the inspection.
 */
let town: Office
let other: pg.PoolClient
let at: Record<'stays' | 'gone' | 'businessId', number>

holdLocksLong()
beforeEach(async () => {
  town = await office()
  other = await town.pool.connect()
  const [stays, gone] = [(await addAddress(town, '1 A STREET')).id, (await addAddress(town, '2 A STREET')).id]
  at = { stays, gone, businessId: (await ask(town, businesses.add, { body: { name: 'Deli', address_id: gone } })).id }
})
afterEach(async () => {
  other.release()
  await town.close()
})

const waiting = (count: number) => lockWaits(town.pool, count)

interface Merging {
  kind: DoubleKind
  winner: number
  loser: number
  take?: string[]
}

/** The answer to a save that waits for a merge, which stands still before it commits. */
const savedDuring = async ({ kind, winner, loser, take = [] }: Merging, save: () => Promise<Response>) => {
  const body = await mergeBody(town, kind, [winner, loser], take)
  await other.query('begin')
  await other.query('lock table audit_log in exclusive mode')
  const merged = send(town, merges.merge, { body, as: town.people.oas })
  await waiting(1)
  const saved = save()
  await waiting(2)
  await other.query('commit')
  expect((await merged).status).toBe(200)
  const answer = await saved
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.anything()])
  return (await answer.json()) as Record<string, unknown>
}

const complaint = (more: object) => {
  const body = { source: 'Complaint', inspector_id: null, contact_id: null, description: 'Smoke', paid: false }
  const place = { address_id: at.stays, unit_id: null, business_id: null }
  const headers = { 'Idempotency-Key': 'complaint-1' }
  return send(town, inspections.add, { body: { ...body, ...place, ...more }, headers })
}

test('X91 EN-09 CO-04 a complaint by the phone number of a contact that is just merged gets the one that stays', async () => {
  const phone = '4105550102'
  const stays = await ask(town, contacts.add, { body: { name: 'Rose', email: '', phone: '4105550101' } })
  const gone = await ask(town, contacts.add, { body: { name: 'Rosa', email: '', phone } })
  const saved = await savedDuring({ kind: 'contact', winner: stays.id, loser: gone.id, take: ['phone'] }, () =>
    complaint({ new_contact_name: 'Rosa', new_contact_email: '', new_contact_phone: phone }),
  )
  expect(saved).toMatchObject({ contact: { id: stays.id } })
  expect((await town.pool.query('select id from contacts')).rows).toEqual([{ id: stays.id }])
  expect((await town.pool.query('select from inspections')).rowCount).toBe(1)
})

describe('X91 while the address of a business is merged', () => {
  test('C-31 a new license of the business gets the address that stays', async () => {
    const saved = await savedDuring({ kind: 'address', winner: at.stays, loser: at.gone }, () =>
      send(town, licenses.add, { body: { business_id: at.businessId, license_type: 1, paid: false, sent: false } }),
    )
    expect(saved).toMatchObject({ business_id: at.businessId, address_id: at.stays })
  })

  test('C-31 a license that is given the business gets the address that stays', async () => {
    const shop = await ask(town, businesses.add, { body: { name: 'Shop', address_id: at.stays } })
    const body = { business_id: shop.id, license_type: 1, paid: false, sent: false }
    const { id } = await ask(town, licenses.add, { body })
    const saved = await savedDuring({ kind: 'address', winner: at.stays, loser: at.gone }, () =>
      send(town, licenses.save, { params: { licenseId: id }, body: { business_id: at.businessId } }),
    )
    expect(saved).toMatchObject({ business_id: at.businessId, address_id: at.stays })
  })
})

test('X91 a permit of an inspection whose business is just merged gets the business that stays', async () => {
  const stays = await ask(town, businesses.add, { body: { name: 'Delicatessen', address_id: at.gone } })
  const place = { address_id: at.gone, business_id: at.businessId }
  const { id } = (await (await complaint(place)).json()) as { id: number }
  const saved = await savedDuring({ kind: 'business', winner: stays.id, loser: at.businessId }, () =>
    send(town, permits.add, { body: { inspection_id: id, permit_type: 'Building', paid: false } }),
  )
  expect(saved).toMatchObject({ business_id: stays.id })
})

test('a record that does not exist is refused as before, after one more try', async () => {
  const read = { params: {}, body: {}, search: {}, hash: '' }
  const insert = vi.fn(() => town.pool.query('insert into businesses (name, address_id) values ($1, 999)', ['Deli']))
  await expect(followingMerges(town.db, { endpoint: licenses.add, read }, insert)).rejects.toThrow('foreign key')
  expect(insert).toHaveBeenCalledTimes(2)
})
