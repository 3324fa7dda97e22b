import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Address, addresses } from '../../src/contract/address.ts'
import { areas } from '../../src/contract/area.ts'
import { calls } from '../../src/contract/calls.ts'
import { comments } from '../../src/contract/comment.ts'
import { LinkContact } from '../../src/contract/contact.ts'
import { fieldIdOrNull } from '../../src/contract/form-fields.ts'
import { typeOfParam } from '../../src/contract/id.ts'
import { idOf } from '../../src/contract/id-marks.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { observations } from '../../src/contract/observation.ts'
import { idsInParams, mapParams } from '../../src/contract/params.ts'
import { idsIn, mapIds } from '../../src/contract/refs.ts'
import { violations } from '../../src/contract/violation.ts'

/** Local ids become server ids 1000 above: -3 becomes 1003. */
const sent = (_: string, id: number) => (id < 0 ? 1000 - id : id)

test('I4 local ids in a body become server ids, in lists too, and the body itself is left alone', () => {
  const body = {
    address_id: -3,
    user_id: 2,
    codes: [-7, 8],
    deadline: 'Immediate',
    violation_type: 'doorhanger',
  } as const
  const before = structuredClone(body)
  expect(mapIds(violations.add.body, body, sent)).toEqual({ ...body, address_id: 1003, codes: [1007, 8] })
  expect(body).toEqual(before)
})

test('I4 a negative longitude is no id, and neither is text in a field named like one', () => {
  const address = { id: -5, latitude: 38.9, longitude: -77, property_id: '-5', district: '-5' }
  expect(mapIds(Address, address, sent)).toEqual({ ...address, id: 1005 })
  expect(mapIds(addresses.save.body, { longitude: -77 }, sent)).toEqual({ longitude: -77 })
  const words = z.object({ codes: z.string(), unit_id: z.number() })
  expect(mapIds(words, { codes: '-3', unit_id: -3 }, sent)).toEqual({ codes: '-3', unit_id: -3 })
})

test('every id names its type, so that area -4 and unit -4 stay two records', () => {
  const body = { name: 'Kitchen', room_id: -4 }
  expect(idsIn(areas.add.body, body)).toEqual([{ of: 'room', id: -4 }])
  expect(idsInParams({ inspectionId: -4, unitId: -4 })).toEqual([
    { of: 'inspection', id: -4 },
    { of: 'unit', id: -4 },
  ])
  expect(mapParams({ inspectionId: -4, unitId: 9 }, sent)).toEqual({ inspectionId: 1004, unitId: 9 })
})

test('ids in the fields of a form are replaced, each once', () => {
  const body = z.parse(inspections.add.body, { source: 'Complaint', address_id: -3, contact_id: -8, inspector_id: '' })
  expect(idsIn(inspections.add.body, body)).toEqual([
    { of: 'address', id: -3 },
    { of: 'contact', id: -8 },
  ])
  expect(mapIds(inspections.add.body, body, sent)).toMatchObject({
    address_id: 1003,
    contact_id: 1008,
    inspector_id: null,
  })
  const asked: number[] = []
  mapIds(fieldIdOrNull('unit'), -3, (_, id) => {
    asked.push(id)
    return id
  })
  expect(asked).toEqual([-3])
})

test('both forms of a unit comment and of a link are followed', () => {
  const comment = { content: 'Door open', user_id: 1, address_id: -2, unit_id: -3 }
  const known = { ...comment, address_id: 1002, unit_id: 1003 }
  expect(mapIds(comments.addToUnit.body, comment, sent)).toEqual(known)
  expect(mapIds(comments.addToUnit.body, { comment }, sent)).toEqual({ comment: known })
  expect(mapIds(LinkContact, { contact_id: -9 }, sent)).toEqual({ contact_id: 1009 })
  expect(mapIds(LinkContact, { name: 'Ann', email: null, phone: null }, sent)).toEqual({
    name: 'Ann',
    email: null,
    phone: null,
  })
})

test('an answer is followed as deep as it goes', () => {
  const row = {
    id: 7,
    area_id: -6,
    content: 'x',
    potentialvio: true,
    codes: [{ id: -1 }],
    photos: [{ id: -2, url: 'u' }],
  }
  const found = idsIn(observations.ofArea.reply, [row])
  expect(found).toEqual([
    { of: 'observation', id: 7 },
    { of: 'area', id: -6 },
    { of: 'code', id: -1 },
  ])
  expect(mapIds(observations.ofArea.reply, [row], sent)).toMatchObject([{ area_id: 1006, photos: [{ id: -2 }] }])
})

test('values that do not fit are kept as they are: nothing of a half-typed form is lost', () => {
  const schema = z.object({ unit_id: z.optional(z.nullable(idOf('unit'))), codes: z.array(idOf('code')) })
  for (const value of [null, undefined, 'text', 5, [], { unit_id: null, more: -1 }, { unit_id: '-4', codes: 'none' }])
    expect(mapIds(schema as z.ZodMiniType, value as unknown, sent)).toEqual(value)
})

test('every id of every body is marked: a field named …_id that is a number has a type', () => {
  const unmarked = calls.flatMap((call) => {
    const shape = 'shape' in call.body ? (call.body.shape as Record<string, z.ZodMiniType>) : {}
    return Object.entries(shape)
      .filter(([name, schema]) => name.endsWith('_id') && name !== 'property_id' && idsIn(schema, 12).length === 0)
      .map(([name]) => `${call.id} ${name}`)
  })
  expect(unmarked).toEqual([])
})

test('a path parameter that names no record type is a mistake, said at once', () => {
  expect(typeOfParam('violationCommentId')).toBe('violationComment')
  expect(() => typeOfParam('id')).toThrow('No record type')
})
