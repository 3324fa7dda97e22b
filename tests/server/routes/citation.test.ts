import { afterAll, beforeAll, expect, test } from 'vitest'
import { citations } from '../../../src/contract/citation.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addCodes, ask, refusal } from './ask.ts'

let town: Office
let addressId: number
let violationId: number
let codeId: number
beforeAll(async () => {
  town = await office()
  addressId = (await addAddress(town)).id
  violationId = (await ask(town, violations.add, { body: { address_id: addressId, user_id: 1 } })).id
  codeId = (await addCodes(town, 'Tall grass'))[0] ?? 0
})
afterAll(() => town.close())

const body = (fields: object = {}) => ({
  violation_id: violationId,
  user_id: 1,
  code_id: codeId,
  fine: 200,
  deadline: '2026-12-11',
  ...fields,
})
const add = (fields: object = {}) => ask(town, citations.add, { body: body(fields) })

test('EN-14 CT-14 a citation starts at status 0 with violation, author, code and address', async () => {
  const made = await add({ citationid: ' T-100 ', fine: 199.65, user_id: town.people.admin.id })
  expect(made).toMatchObject({
    citationid: 'T-100',
    violation_id: violationId,
    fine: 199.65,
    deadline: '2026-12-11',
    status: 0,
    user_id: town.people.ons.id,
    user: { email: 'ons@town.example' },
    code_name: 'Tall grass',
    code_description: 'About Tall grass',
    combadd: '12 ELM STREET',
  })
  expect(await ask(town, citations.one, { params: { citationId: made.id } })).toEqual(made)
  for (const rows of [
    await ask(town, citations.list),
    await ask(town, citations.ofAddress, { params: { addressId } }),
    await ask(town, violations.citations, { params: { violationId } }),
  ])
    expect(rows[0]).toEqual(made)
})

test('CT-10 the number may be missing, and need not be unique', async () => {
  expect((await add({ citationid: '' })).citationid).toBeNull()
  expect((await add({ citationid: 'T-7' })).id).not.toBe((await add({ citationid: 'T-7' })).id)
})

test('CT-11 CT-12 CT-13 fine, deadline and code are required and real', async () => {
  for (const fields of [
    { fine: -1 },
    { fine: 'NaN' },
    { fine: null },
    { fine: 0.105 },
    { fine: 199.999 },
    { fine: 1e12 },
    { deadline: '' },
    { deadline: '2026-02-30' },
    { code_id: null },
    { status: 7 },
  ])
    expect(await refusal(town, citations.add, { body: body(fields) })).toMatch(/^422/)
  for (const fine of [0, 0.01, 0.29, 1.1, 199.65, 999_999_999.99]) expect((await add({ fine })).fine).toBe(fine)
  expect((await add({ status: 3 })).status).toBe(0)
  expect(await refusal(town, citations.add, { body: body({ code_id: 4711 }) })).toBe('404 Code not found')
  expect(await refusal(town, citations.add, { body: body({ violation_id: 4711 }) })).toBe('404 Violation not found')
})

test('CT-08 any status follows any of the four; VD-01 only unpaid and pending fines are outstanding', async () => {
  const before = (await ask(town, violations.one, { params: { violationId } })).outstanding_fines_total ?? 0
  const params = { citationId: (await add({ fine: 50 })).id }
  const owed = async () =>
    ((await ask(town, violations.one, { params: { violationId } })).outstanding_fines_total ?? 0) - before
  for (const [status, fine] of [
    [3, 0],
    [0, 50],
    [2, 50],
    [1, 0],
    [0, 50],
  ]) {
    expect((await ask(town, citations.setStatus, { params, body: { status } })).status).toBe(status)
    expect(await owed()).toBeCloseTo(fine ?? 0)
  }
  expect(await refusal(town, citations.setStatus, { params, body: { status: 4 } })).toMatch(/^422/)
  expect(await refusal(town, citations.setStatus, { params: { citationId: 999_999 }, body: { status: 1 } })).toBe(
    '404 Citation not found',
  )
})
