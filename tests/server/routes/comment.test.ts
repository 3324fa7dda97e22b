import { afterAll, beforeAll, expect, test } from 'vitest'
import { comments, contactComments } from '../../../src/contract/comment.ts'
import { contacts } from '../../../src/contract/contact.ts'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { jpeg } from '../visit.ts'
import { addAddress, ask, refusal, send } from './ask.ts'

let town: Office
let addressId: number
let unitId: number
beforeAll(async () => {
  town = await office()
  addressId = (await addAddress(town)).id
  unitId = (await ask(town, units.add, { params: { addressId }, body: { number: '1' } })).id
})
afterAll(() => town.close())

const photo = async (name = 'hall.jpg') => ({ name, bytes: await jpeg() })

test('EN-04 a comment on an address is answered with author, address and photos', async () => {
  const body = { content: ' Gate open ', user_id: town.people.admin.id, unit_id: unitId }
  const made = await ask(town, comments.addToAddress, { params: { addressId }, body, files: [await photo()] })
  expect(made).toMatchObject({
    content: 'Gate open',
    user: { email: 'ons@town.example', name: 'Ona Sutter' },
    combadd: '12 ELM STREET',
    unit_id: unitId,
    photos: [{ filename: 'hall.jpg' }],
  })
  expect((await ask(town, comments.ofAddress, { params: { addressId } }))[0]).toEqual(made)
  expect(await ask(town, comments.photos, { params: { commentId: made.id } })).toEqual(made.photos)
})

test('C-24 a comment may be blank only when files come with it', async () => {
  const params = { addressId }
  expect(await refusal(town, comments.addToAddress, { params, body: { content: ' ', user_id: 1 } })).toBe(
    '422 Write a comment',
  )
  const silent = await ask(town, comments.addToAddress, {
    params,
    body: { content: '', user_id: 1 },
    files: [await photo()],
  })
  expect(silent).toMatchObject({ content: '', photos: [{}] })
})

test('UN-13 a unit comment comes flat or nested, or as a form with files; UN-08 newest first', async () => {
  const comment = { content: 'Flat', user_id: 1, address_id: addressId, unit_id: unitId }
  const flat = await ask(town, comments.addToUnit, { body: comment })
  const nested = await ask(town, comments.addToUnit, { body: { comment: { ...comment, content: 'Nested' } } })
  const form = await ask(town, comments.addToUnitWithFiles, {
    params: { unitId },
    body: { content: 'Form', user_id: 1, address_id: addressId },
    files: [await photo()],
  })
  expect([flat.content, nested.content, form.content]).toEqual(['Flat', 'Nested', 'Form'])
  const ids = (await ask(town, comments.ofUnit, { params: { unitId } })).map(({ id }) => id)
  expect(ids.slice(0, 3)).toEqual([form.id, nested.id, flat.id])
})

test('a unit of another address, an address and a unit that do not exist are refused', async () => {
  const other = await addAddress(town, '13 ELM STREET')
  const body = { content: 'Lost', user_id: 1, address_id: other.id, unit_id: unitId }
  expect(await refusal(town, comments.addToUnit, { body })).toBe('404 Unit not found')
  expect(await refusal(town, comments.addToAddress, { params: { addressId: other.id }, body })).toBe(
    '404 Unit not found',
  )
  expect(await refusal(town, comments.addToUnitWithFiles, { params: { unitId }, body })).toBe('404 Unit not found')
  expect(await refusal(town, comments.addToAddress, { params: { addressId: 999_999 }, body })).toBe(
    '404 Address not found',
  )
  expect(await refusal(town, comments.ofUnit, { params: { unitId: 999_999 } })).toBe('404 Unit not found')
  expect(await refusal(town, comments.photos, { params: { commentId: 999_999 } })).toBe('404 Comment not found')
})

test('G-12 the town’s comments come in windows, newest first', async () => {
  const whole = await ask(town, comments.list, { search: { limit: 0 } })
  const response = await send(town, comments.list, { search: { skip: 1, limit: 2 } })
  expect(response.headers.get('X-Total-Count')).toBe(String(whole.length))
  expect(((await response.json()) as { id: number }[]).map(({ id }) => id)).toEqual(
    whole.slice(1, 3).map(({ id }) => id),
  )
})

test('CO-12 CO-13 a comment on a contact keeps its files, which are counted and listed', async () => {
  const { id: contactId } = await ask(town, contacts.add, { body: { name: 'Cora' } })
  const params = { contactId }
  const made = await ask(town, contactComments.add, {
    params,
    body: { comment: 'Called back', user_id: 3 },
    files: [await photo('a.jpg'), await photo('b.jpg')],
  })
  expect(made).toMatchObject({ comment: 'Called back', contact_id: contactId, user: { email: 'ons@town.example' } })
  const ofComment = { params: { contactCommentId: made.id } }
  expect(await ask(town, contactComments.attachmentCount, ofComment)).toEqual({ count: 2 })
  expect(await ask(town, contactComments.attachments, ofComment)).toMatchObject([
    { filename: 'a.jpg' },
    { filename: 'b.jpg' },
  ])
  expect(await ask(town, contactComments.list, { params })).toEqual([made])
  expect(await refusal(town, contactComments.add, { params, body: { comment: '', user_id: 1 } })).toBe(
    '422 Write a comment',
  )
})

test('a documented server loses the file of a comment in silence when its store is down; ours says so and keeps nothing', async () => {
  const dropping = await office({ faults: { fileStoreDown: true, dropsFiles: true } })
  const failing = await office({ faults: { fileStoreDown: true } })
  for (const there of [dropping, failing]) {
    const { id } = await addAddress(there)
    const said = { params: { addressId: id }, body: { content: 'Look', user_id: 1 }, files: [await photo()] }
    const response = await send(there, comments.addToAddress, said)
    expect(response.status).toBe(there === dropping ? 200 : 503)
    expect(await ask(there, comments.ofAddress, said)).toMatchObject(there === dropping ? [{ photos: [] }] : [])
    await there.close()
  }
})
