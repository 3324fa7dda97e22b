import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '../../src/contract/address.ts'
import { areas } from '../../src/contract/area.ts'
import { businesses } from '../../src/contract/business.ts'
import { citations } from '../../src/contract/citation.ts'
import { comments, contactComments } from '../../src/contract/comment.ts'
import { contacts } from '../../src/contract/contact.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { licenses } from '../../src/contract/license.ts'
import { observations } from '../../src/contract/observation.ts'
import { permits } from '../../src/contract/permit.ts'
import { rooms } from '../../src/contract/room.ts'
import { textLimits } from '../../src/contract/text-limits.ts'
import { units } from '../../src/contract/unit.ts'
import { users } from '../../src/contract/user.ts'
import { violations } from '../../src/contract/violation.ts'
import { naughtyTexts } from '../harness/naughty.ts'
import { type Office, office } from '../harness/office.ts'
import { fillTown } from './full-town.ts'
import { addAddress, send } from './routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await fillTown(town)
  for (const _ of naughtyTexts) await addAddress(town)
})
afterAll(() => town.close())

/** A call that stores texts: the fields that are filled with one, the others that it needs, and where to read it again. */
interface Way {
  call: Endpoint
  fields: string[]
  /** How many characters a field holds; a line, where nothing is said. */
  most?: number
  params?: Record<string, number>
  others?: (n: number) => object
  again?: Endpoint
}

const one = { addressId: 1, inspectionId: 1, areaId: 1, violationId: 1, contactId: 1, roomId: 1, unitId: 1, userId: 2 }
const by = { user_id: 4 }
const most = textLimits.remark
const addressFields = ['combadd', 'property_name', 'aka', 'streetnumb', 'streetname', 'ownername', 'owneraddress']
const codeAndDay = { code_id: 1, deadline: '2026-12-01', fine: 1 }

const ways: Way[] = [
  { call: addresses.add, fields: [...addressFields, 'ownerzip', 'ownerstate', 'district', 'property_id'] },
  { call: addresses.save, fields: [...addressFields, 'pid'], again: addresses.one },
  { call: addresses.save, fields: ['name', 'ownercity', 'landusecode'], most, again: addresses.one },
  { call: units.add, fields: ['number'] },
  { call: contacts.add, fields: ['name'], others: (n) => ({ email: `n${n}@town.example` }) },
  // At one address, two names that differ only by the kind of their blanks are the same.
  { call: businesses.add, fields: ['name', 'trading_as'], others: (n) => ({ address_id: n + 1 }) },
  {
    call: businesses.add,
    fields: ['website'],
    most: textLimits.webAddress,
    others: (n) => ({ name: `Shop ${n}`, address_id: 1 }),
  },
  { call: comments.addToAddress, fields: ['content'], most, others: () => by },
  { call: comments.addToUnit, fields: ['content'], most, others: () => ({ ...by, address_id: 1, unit_id: 1 }) },
  { call: comments.addToUnitWithFiles, fields: ['content'], most, others: () => ({ ...by, address_id: 1 }) },
  { call: contactComments.add, fields: ['comment'], most, others: () => by },
  { call: inspections.add, fields: ['description'], most, others: () => ({ source: 'Complaint' }) },
  { call: inspections.setStatus, fields: ['status'], again: inspections.one },
  { call: areas.add, fields: ['name'] },
  { call: areas.add, fields: ['notes'], most, others: () => ({ name: 'Attic' }) },
  { call: observations.add, fields: ['content'], most, others: () => ({ ...by, potentialvio: false, codes: [] }) },
  { call: violations.add, fields: ['comment', 'description'], most, others: () => ({ ...by, address_id: 1 }) },
  { call: violations.comment, fields: ['content'], most, others: () => ({ ...by, violation_id: 1 }) },
  { call: citations.add, fields: ['citationid'], others: () => ({ ...by, ...codeAndDay, violation_id: 1 }) },
  { call: licenses.add, fields: ['license_number'], others: () => ({ license_type: 2, paid: false, address_id: 1 }) },
  { call: licenses.save, fields: ['conditions'], most, params: { licenseId: 1 }, again: licenses.one },
  { call: rooms.add, fields: ['name'] },
  { call: rooms.addPrompt, fields: ['content'], most },
  {
    call: users.save,
    fields: ['name', 'phone'],
    others: () => ({ email: 'ons2@town.example', role: 1 }),
    again: users.one,
  },
]

/** The values of a reply under these names; for a list, of its first record. */
const readBack = async (answer: Response, fields: string[]) => {
  const text = await answer.text()
  if (!answer.ok) return `${answer.status} ${text}`
  const row = JSON.parse(text) as Record<string, unknown>
  return Object.fromEntries(fields.map((field) => [field, row[field]]))
}

test.each(ways.map((way) => [way.call.id, way.fields.join(', '), way] as const))(
  '%s %s: every text comes back byte for byte, or is refused as too long',
  async (_, __, { call, fields, most: longest = textLimits.line, params = one, others, again }) => {
    for (const [n, text] of naughtyTexts.entries()) {
      const body = { ...others?.(n), ...Object.fromEntries(fields.map((field) => [field, text])) }
      const wanted = Object.fromEntries(fields.map((field) => [field, text]))
      const as = town.people.admin
      const answer = await send(town, call, { params, body, as })
      if (text.length > longest) {
        expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('Too long')])
        continue
      }
      expect(await readBack(answer, fields), text.slice(0, 80)).toEqual(wanted)
      if (again) expect(await readBack(await send(town, again, { params, as }), fields)).toEqual(wanted)
    }
  },
)

test.each(ways.map((way) => [way.call.id, way] as const))(
  '%s a NUL in a text is 422 and names no place in the program',
  async (_, { call, fields, params = one, others }) => {
    const body = { ...others?.(7777), ...Object.fromEntries(fields.map((field) => [field, 'a\u0000b'])) }
    const answer = await send(town, call, { params, body, as: town.people.admin })
    expect([answer.status, await answer.json()]).toEqual([422, { detail: expect.stringMatching(/cannot be stored/) }])
  },
)

test('permits keep their texts too', async () => {
  for (const text of naughtyTexts.slice(0, 40)) {
    const made = await town.db.execute<{ id: string }>(
      "insert into inspections (source, address_id) values ('Building/Dumpster/POD permit', 1) returning id",
    )
    const fields = { permit_type: text, permit_number: text, conditions: text }
    const body = { ...fields, inspection_id: Number(made.rows[0]?.id) }
    const answer = await send(town, permits.add, { body, as: town.people.admin })
    expect(await readBack(answer, Object.keys(fields)), text).toEqual(fields)
  }
})
