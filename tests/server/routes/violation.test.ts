import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../src/contract/address.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { units } from '../../../src/contract/unit.ts'
import { violations } from '../../../src/contract/violation.ts'
import { type Office, office } from '../../harness/office.ts'
import { jpeg } from '../visit.ts'
import { addAddress, addCodes, addInspection, ask, refusal, send, statementsOf } from './ask.ts'

let town: Office
let addressId: number
let now = new Date('2026-11-20T17:00:00.000Z')
const days = 86_400_000
beforeAll(async () => {
  town = await office({ clock: () => now })
  const body = { combadd: '12 ELM STREET', ownername: 'Olive Owner' }
  addressId = (await ask(town, addresses.add, { body, as: town.people.admin })).id
})
afterAll(() => town.close())

const add = (fields: object = {}, as = town.people.ons) =>
  ask(town, violations.add, { body: { address_id: addressId, user_id: as.id, ...fields }, as })
const refused = (fields: object) =>
  refusal(town, violations.add, { body: { address_id: addressId, user_id: town.people.ons.id, ...fields } })

describe('a new violation', () => {
  test('EN-13 CF-12 carries inspection, unit, codes and comment, and is answered with address, assignee and codes', async () => {
    const inspection = await addInspection(town, addressId)
    const unit = await ask(town, units.add, { params: { addressId }, body: { number: '7' } })
    const codes = await addCodes(town, 'Trash', 'Weeds')
    const fields = {
      inspection_id: inspection.id,
      unit_id: unit.id,
      codes,
      comment: 'By the gate',
      violation_type: 'Formal Notice',
    }
    const made = await add({ ...fields, deadline: '14 days' })
    expect(made).toMatchObject({
      ...{ ...fields, codes: codes.map((id) => ({ id })) },
      status: 0,
      combadd: '12 ELM STREET',
      ownername: 'Olive Owner',
      unit: { id: unit.id, number: '7' },
      user: { email: 'ons@town.example', name: 'Ona Sutter' },
      violation_comments: [],
      outstanding_fines_total: 0,
    })
    expect(await ask(town, violations.one, { params: { violationId: made.id } })).toEqual(made)
    expect((await ask(town, violations.ofAddress, { params: { addressId } }))[0]).toMatchObject({
      id: made.id,
      codes: [{}, {}],
    })
  })

  test('CF-03 CF-04 C-26 it is Immediate, doorhanger and Current unless said; any other choice is refused', async () => {
    expect(await add()).toMatchObject({ deadline: 'Immediate', violation_type: 'doorhanger', status: 0, extend: 0 })
    expect(await refused({ deadline: '2 days' })).toMatch(/^422/)
    expect(await refused({ violation_type: 'letter' })).toMatch(/^422/)
  })

  test('G-23 the deadline is its writing + the days of the choice + the extension; G-18 writing in the field counts', async () => {
    const arrived = await add({ deadline: '7 days' })
    expect(arrived.deadline_date).toBe(new Date(now.getTime() + 7 * days).toISOString())
    const observed_at = new Date(now.getTime() - 2 * days).toISOString()
    const noted = await add({ deadline: '3 days', observed_at })
    expect(noted).toMatchObject({ observed_at, deadline_date: new Date(now.getTime() + days).toISOString() })
    const params = { violationId: noted.id }
    const extended = await ask(town, violations.extend, { params, body: { extend: 5 } })
    expect(extended.deadline_date).toBe(new Date(now.getTime() + 6 * days).toISOString())
    expect((await ask(town, violations.extend, { params, body: { extend: 5 } })).extend).toBe(5)
    for (const extend of [-5, 1.5, 1e9])
      expect(await refusal(town, violations.extend, { params, body: { extend } })).toMatch(/^422/)
  })

  test('CF-07 CF-08 an Admin names the assignee; everybody else is it, whatever the body says', async () => {
    const user_id = town.people.otherOns.id
    expect((await add({ user_id }, town.people.admin)).user_id).toBe(user_id)
    expect((await add({ user_id })).user_id).toBe(town.people.ons.id)
  })

  test('unknown codes, and a unit or an inspection of another address, are refused; nothing is stored', async () => {
    const other = await addAddress(town, '13 ELM STREET')
    const unit = await ask(town, units.add, { params: { addressId: other.id }, body: { number: '1' } })
    const inspection = await addInspection(town, other.id)
    const before = (await ask(town, violations.list)).length
    expect(await refused({ codes: [4711] })).toBe('422 No code section 4711')
    expect(await refused({ unit_id: unit.id })).toBe('404 Unit not found')
    expect(await refused({ inspection_id: inspection.id })).toBe('404 Inspection not found')
    expect(await refused({ address_id: 999_999 })).toBe('404 Address not found')
    expect(await ask(town, violations.list)).toHaveLength(before)
  })

  test('C-20 the inspection of a complaint without address may lead to a violation', async () => {
    const { id } = await ask(town, inspections.add, { body: { source: 'Complaint' } })
    expect((await add({ inspection_id: id })).inspection_id).toBe(id)
  })
})

describe('the list of violations', () => {
  test('VL-03 filters by status, assignee, email and unit, in windows, and tells how many match', async () => {
    const me = town.people.oas
    const made = []
    for (let at = 0; at < 3; at++) made.push((await add({}, me)).id)
    await ask(town, violations.abate, { params: { violationId: made[0] ?? 0 } })
    const ids = async (search: Record<string, string | number>) =>
      (await ask(town, violations.list, { search })).map(({ id }) => id)
    expect(await ids({ assigned_user_id: me.id })).toEqual([...made].reverse())
    expect(await ids({ user_email: me.email, status: 'current' })).toEqual([made[2], made[1]])
    expect(await ids({ user_email: me.email, status: 'Resolved' })).toEqual([made[0]])
    expect(await ids({ user_email: me.email, status: 'pending trial' })).toEqual([])
    expect(await refusal(town, violations.list, { search: { status: 'open' } })).toBe('400 Invalid status filter')
    const response = await send(town, violations.list, { search: { assigned_user_id: me.id, skip: 1, limit: 1 } })
    expect(response.headers.get('X-Total-Count')).toBe('3')
    expect(await response.json()).toMatchObject([{ id: made[1] }])
    expect((await ask(town, violations.activeOf, { params: { userId: me.id } })).map(({ id }) => id)).toEqual([
      made[2],
      made[1],
    ])
  })

  test('costs as many statements with many violations as with few', async () => {
    const codes = await addCodes(town, 'Noise')
    const few = await statementsOf(town, () => ask(town, violations.list))
    for (let more = 0; more < 6; more++) await add({ codes })
    expect(await statementsOf(town, () => ask(town, violations.list))).toBe(few)
  })
})

describe('a violation’s life', () => {
  test('VD-04 VD-05 abated from Current, reopened from Resolved, and nothing else', async () => {
    const params = { violationId: (await add()).id }
    expect(await refusal(town, violations.reopen, { params })).toBe('409 Only a resolved violation can be reopened')
    now = new Date(now.getTime() + 60_000)
    expect(await ask(town, violations.abate, { params })).toMatchObject({ status: 1, updated_at: now.toISOString() })
    expect(await refusal(town, violations.abate, { params })).toBe(
      '409 Only a current violation can be marked as abated',
    )
    expect((await ask(town, violations.reopen, { params })).status).toBe(0)
    await town.pool.query('update violations set status = 3 where id = $1', [params.violationId])
    expect(await refusal(town, violations.reopen, { params })).toBe('409 Only a resolved violation can be reopened')
    expect(await refusal(town, violations.abate, { params: { violationId: 999_999 } })).toBe('404 Violation not found')
  })

  test('VD-08 only an Admin assigns, and only a user who exists', async () => {
    const params = { violationId: (await add()).id }
    const body = { user_id: town.people.otherOns.id }
    expect(await refusal(town, violations.assign, { params, body })).toMatch(/^403/)
    const as = town.people.admin
    expect((await ask(town, violations.assign, { params, body, as })).user?.email).toBe('ons2@town.example')
    expect(await refusal(town, violations.assign, { params, body: { user_id: 999_999 }, as })).toBe(
      '404 User not found',
    )
  })

  test('CF-11 its photos come one call each; a call without a file is refused', async () => {
    const params = { violationId: (await add()).id }
    expect(await ask(town, violations.photos, { params })).toEqual([])
    const { uploaded } = await ask(town, violations.addPhoto, {
      params,
      files: [{ name: 'gate.jpg', bytes: await jpeg() }],
    })
    expect(await ask(town, violations.photos, { params })).toMatchObject([
      { filename: 'gate.jpg', sha256: uploaded?.[0]?.sha256 },
    ])
    expect(await refusal(town, violations.addPhoto, { params, body: {} })).toBe('422 Choose at least one file')
  })

  test('VD-12 the thread holds comments in the order of writing, by the signed-in user; VD-14 with their files', async () => {
    const violation_id = (await add()).id
    const params = { violationId: violation_id }
    const first = await ask(town, violations.comment, {
      params,
      body: { content: ' Spoke to owner ', user_id: 3, violation_id },
    })
    expect(first).toMatchObject({ content: 'Spoke to owner', user: { email: 'ons@town.example' }, violation_id })
    const files = [{ name: 'letter.jpg', bytes: await jpeg() }]
    const second = await ask(town, violations.commentWithFiles, {
      params,
      body: { content: '', user_id: 3 },
      files,
      as: town.people.oas,
    })
    expect((await ask(town, violations.one, { params })).violation_comments?.map(({ id }) => id)).toEqual([
      first.id,
      second.id,
    ])
    const attachments = { params: { violationCommentId: second.id } }
    expect(await ask(town, violations.commentAttachments, attachments)).toMatchObject([{ filename: 'letter.jpg' }])
    expect(await refusal(town, violations.comment, { params, body: { content: ' ', user_id: 1, violation_id } })).toBe(
      '422 Write a comment',
    )
    expect(await refusal(town, violations.commentWithFiles, { params, body: { content: ' ', user_id: 1 } })).toBe(
      '422 Write a comment',
    )
  })
})
