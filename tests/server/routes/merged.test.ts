import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls as everyCall } from '../../../src/contract/calls.ts'
import { contacts } from '../../../src/contract/contact.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { typeOfParam } from '../../../src/contract/id.ts'
import { idMarks } from '../../../src/contract/id-marks.ts'
import { doubleKinds } from '../../../src/contract/merge.ts'
import { partsOf, type Schema } from '../../../src/contract/schema.ts'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { fillTown } from '../full-town.ts'
import { ask, mergePair, send } from './ask.ts'

/*
 * Records 2 were merged into records 1. Phones that have not heard of it go on naming them, and what they saved must
 * arrive at the records that stayed.
 */

let town: Office
/** The unit of the address that is gone, of a number that the other one has too. */
let goneUnit = 0
beforeAll(async () => {
  const now = new Date()
  town = await office({ clock: () => now })
  await fillTown(town)
  goneUnit = (await ask(town, units.add, { params: { addressId: 2 }, body: { number: '1B' } })).id
  for (const kind of doubleKinds) await mergePair(town, kind, [1, 2])
})
afterAll(() => town.close())

const merged: ReadonlySet<string> = new Set(['contact', 'business', 'address', 'unit'])

const marksIn = (schema: Schema): string[] => [
  ...(idMarks.get(schema as never) ? [idMarks.get(schema as never)?.of ?? ''] : []),
  ...partsOf(schema).flatMap(marksIn),
]

const paramsOf = ({ path }: Endpoint) => (path.match(/:(\w+)/g) ?? []).map((it) => it.slice(1))

const namesMerged = (call: Endpoint) =>
  [...paramsOf(call).map(typeOfParam), ...marksIn(call.body), ...marksIn(call.search)].some((it) => merged.has(it))

const goneId = (type: string) => (type === 'unit' ? goneUnit : merged.has(type) ? 2 : 1)
const stayedId = () => 1

const asked = (call: Endpoint, idOf: (type: string) => number) => ({
  as: town.people.admin,
  params: Object.fromEntries(paramsOf(call).map((name) => [name, idOf(typeOfParam(name))])),
  search: Object.fromEntries(marksIn(call.search).map((type) => [`${type}_id`, idOf(type)])),
})

const readsOf = everyCall.filter((it) => it.method === 'GET' && namesMerged(it))
test.each(readsOf.map((it) => [it.id, it.path, it] as const))(
  '%s %s answers for the record that stayed',
  async (_, __, call) => {
    const answered = async (idOf: (type: string) => number) => {
      const response = await send(town, call, asked(call, idOf))
      return [response.status, await response.text()]
    }
    const stayed = await answered(stayedId)
    expect(stayed[0]).toBe(200)
    expect(await answered(goneId)).toEqual(stayed)
  },
)

const said = { content: 'From the field', user_id: 1 }
/** A body of each call that writes and may name a merged record; every id in it is that of one that is gone. */
const bodies: Record<string, () => unknown> = {
  B6: () => ({ aka: 'The old mill' }),
  B9: () => ({ number: '77' }),
  B11: () => ({ contact_id: 2 }),
  B17: () => ({ address_id: 2, unit_id: goneUnit, business_id: 2, codes: [1], deadline: '7 days', user_id: 1 }),
  B19: () => ({ vacancy_status: 'occupied' }),
  B24: () => ({ ...said, unit_id: goneUnit }),
  B25: () => ({ comment: { ...said, address_id: 2, unit_id: goneUnit } }),
  B26: () => ({ ...said, address_id: 2 }),
  B29: () => ({ comment: 'Called', user_id: 1 }),
  B34: () => ({ number: '1C' }),
  B46: () => ({ name: 'Shoes', address_id: 2, unit_id: goneUnit }),
  B47: () => ({ phone: '4105550199', address_id: 2, unit_id: goneUnit }),
  B49: () => ({ contact_id: 2 }),
  B56: () => ({ name: 'Rose Field', email: null, phone: '4105550198' }),
  B61: () => ({ address_id: 2, unit_id: goneUnit, business_id: 2, codes: [1], deadline: '7 days', user_id: 1 }),
  B77: () => ({ source: 'Complaint', address_id: 2, unit_id: goneUnit, business_id: 2, contact_id: 2 }),
  B80: () => ({ contact_id: 2 }),
  B87: () => ({ name: 'Attic' }),
  B114: () => ({ license_type: 1, paid: false, address_id: 2, business_id: 2 }),
  B115: () => ({ business_id: 2 }),
  B119: () => ({ inspection_id: 2, business_id: 2 }),
  X51: () => ({ kind: 'gate', text: '1234' }),
  // Last, so that the links are there to be removed.
  B12: () => undefined,
  B50: () => undefined,
}

test('every call that writes and may name a merged record is tried', () => {
  const writes = everyCall.filter((it) => it.method !== 'GET' && namesMerged(it)).map(({ id }) => id)
  expect(Object.keys(bodies).sort()).toEqual(writes.sort())
})

test.each(Object.keys(bodies))('%s about a merged record is carried out on the one that stayed', async (id) => {
  const call = everyCall.find((it) => it.id === id) as Endpoint // the test above compares the names
  const response = await send(town, call, { ...asked(call, goneId), body: bodies[id]?.() })
  expect([response.status, await response.text()]).toEqual([call.status, expect.any(String)])
})

test('a change reaches the record that stayed, and one with the version of the other is refused as changed', async () => {
  expect(await ask(town, contacts.one, { params: { contactId: 1 } })).toMatchObject({ name: 'Rose Field' })
  const response = await send(town, contacts.save, {
    params: { contactId: 2 },
    body: { name: 'Rose Late', email: null, phone: null },
    headers: { 'If-Match': '"2-1700000000000"' },
  })
  expect(response.status).toBe(412)
})
