import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations as calls } from '../../src/contract/violation.ts'
import { bringMissing } from '../../src/parts/bring-missing.ts'
import { addressById } from '../../src/records/address.ts'
import { type Query, rowsOf } from '../../src/records/query.ts'
import { violationById, violationFiles } from '../../src/records/violation.ts'
import { noticeHere } from '../../src/screens/violations/notice-letter.ts'
import { usualTown } from '../../src/sync/online/town.ts'
import { pull, pullValue } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'
import { ask } from '../server/routes/ask.ts'
import { jpeg } from '../server/visit.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

test('G-21 a letter made on the device groups its photos by section as the office does, and names the photo it lacks', async () => {
  const { addressId, codeId } = await smallTown(town)
  const body = { address_id: addressId, user_id: town.people.ons.id, codes: [codeId], deadline: '7 days' }
  const { id } = await ask(town, calls.add, { body })
  const attached = async (name: string, width: number, fields: object) => {
    const files = [{ name, bytes: await jpeg(width, 60) }]
    await ask(town, calls.addPhoto, { params: { violationId: id }, files, body: fields })
  }
  await attached('front.jpg', 90, {})
  await attached('grass.jpg', 80, { code_ids: [codeId] })

  const phone = await testDevice(town, town.people.ons)
  await pull(phone, violationById(id))
  await pull(phone, addressById(addressId))
  await pullValue(phone, violationFiles(id).query)
  const [violation] = await rowsOf(phone.db, violationById(id))
  if (!violation) throw new Error('The violation is not on the device')
  const made = () => noticeHere({ device: phone, town: { ...usualTown, townId: 'town' } }, violation, true)
  const { letter, lacks } = await made()
  const from = letter.parts.findIndex((it) => it.kind === 'heading' && it.text === 'Photo Evidence')
  const shown = letter.parts
    .slice(from + 1)
    .map((it) => (it.kind === 'picture' ? it.name : it.kind === 'heading' ? it.text : it.kind))
  expect(shown).toEqual(['50 - 1.0: Tall grass', 'grass.jpg', 'Other photos', 'front.jpg'])
  expect(lacks).toEqual([])

  phone.signal.off()
  expect((await made()).lacks).toEqual(['2 photos are not on this device.'])
})

test('G-21 a notice without the owner and the list of photos says so; both are fetched before many are made', async () => {
  const { addressId } = await smallTown(town)
  const body = { address_id: addressId, user_id: town.people.ons.id, codes: [], deadline: '7 days' }
  const { id } = await ask(town, calls.add, { body })
  const files = [{ name: 'front.jpg', bytes: await jpeg(90, 60) }]
  await ask(town, calls.addPhoto, { params: { violationId: id }, files, body: {} })

  const phone = await testDevice(town, town.people.ons)
  await pull(phone, violationById(id))
  const [violation] = await rowsOf(phone.db, violationById(id))
  if (!violation) throw new Error('The violation is not on the device')
  const made = () => noticeHere({ device: phone, town: { ...usualTown, townId: 'town' } }, violation, true)
  const wanted = [addressById(addressId) as unknown as Query, { value: violationFiles(id).query }]
  phone.signal.off()
  await bringMissing(phone, wanted)
  const { lacks, isPartial } = await made()
  expect(isPartial).toBe(true)
  expect(lacks.join(' ')).toMatch(/^The owner is not on this device\..* The list of the office's photos is not/)

  phone.signal.on()
  await bringMissing(phone, wanted)
  expect(await made()).toMatchObject({ isPartial: false, lacks: [] })
  // A record that is here is not fetched again.
  const asked: string[] = []
  const fetch = (request: Request) => {
    asked.push(new URL(request.url).pathname)
    return phone.fetch(request)
  }
  await bringMissing({ ...phone, fetch }, wanted)
  expect(asked).toEqual([expect.stringMatching(/photos/)])
})

test('G-21 a notice among many has the photos that the office has now, also if this device knew some of them before', async () => {
  const { addressId } = await smallTown(town)
  const body = { address_id: addressId, user_id: town.people.ons.id, codes: [], deadline: '7 days' }
  const { id } = await ask(town, calls.add, { body })
  const attach = async (name: string, width: number) =>
    ask(town, calls.addPhoto, {
      params: { violationId: id },
      files: [{ name, bytes: await jpeg(width, 60) }],
      body: {},
    })
  const phone = await testDevice(town, town.people.ons)
  await pull(phone, violationById(id))
  const [violation] = await rowsOf(phone.db, violationById(id))
  if (!violation) throw new Error('The violation is not on the device')
  const made = () => noticeHere({ device: phone, town: { ...usualTown, townId: 'town' } }, violation, true)
  const pictures = async () => {
    const { letter } = await made()
    return letter.parts.flatMap((it) => (it.kind === 'picture' ? it.name : []))
  }
  const files = [{ value: violationFiles(id).query }]
  await bringMissing(phone, files)
  expect(await pictures()).toEqual([])
  await attach('front.jpg', 90)
  await bringMissing(phone, files)
  expect(await pictures()).toEqual(['front.jpg'])
  await attach('back.jpg', 80)
  await bringMissing(phone, files)
  expect((await pictures()).sort()).toEqual(['back.jpg', 'front.jpg'])
  // Without signal the list of before is better than none.
  phone.signal.off()
  await bringMissing(phone, files)
  expect((await made()).lacks).toContain('2 photos are not on this device.')
})
