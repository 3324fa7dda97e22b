import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../../../src/contract/area.ts'
import { observations } from '../../../src/contract/observation.ts'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { jpeg } from '../visit.ts'
import { addAddress, addCodes, addInspection, ask, refusal, statementsOf } from './ask.ts'

let town: Office
let inspectionId: number
let areaId: number
let unitAreaId: number
let codeIds: number[]
beforeAll(async () => {
  town = await office()
  const { id: addressId } = await addAddress(town)
  inspectionId = (await addInspection(town, addressId)).id
  const { id: unitId } = await ask(town, units.add, { params: { addressId }, body: { number: '3C' } })
  areaId = (await ask(town, areas.add, { params: { inspectionId }, body: { name: 'Porch' } })).id
  unitAreaId = (await ask(town, areas.addToUnit, { params: { inspectionId, unitId }, body: { name: 'Bath' } })).id
  codeIds = await addCodes(town, 'Tall grass', 'Peeling paint')
})
afterAll(() => town.close())

const usual = { content: 'Loose rail', potentialvio: false, user_id: null, codes: [] as number[] }
const add = (fields: object = {}, area = areaId) =>
  ask(town, observations.add, { params: { areaId: area }, body: { ...usual, ...fields } })

test('AR-13 an observation keeps content, flag, author and codes, and is answered with chapter, section and name', async () => {
  const made = await add({ content: ' Paint peels ', potentialvio: true, codes: [codeIds[1], codeIds[0], codeIds[1]] })
  expect(made).toMatchObject({ content: 'Paint peels', potentialvio: true, user_id: town.people.ons.id, photos: [] })
  expect(made.codes).toMatchObject([
    { id: codeIds[0], chapter: '50', section: '1.0', name: 'Tall grass' },
    { id: codeIds[1], chapter: '50', section: '2.0', name: 'Peeling paint' },
  ])
  expect((await ask(town, observations.ofArea, { params: { areaId } }))[0]).toEqual(made)
})

test('G-14 the author is the signed-in user, whatever the body says', async () => {
  expect((await add({ user_id: town.people.admin.id })).user_id).toBe(town.people.ons.id)
})

test('AR-11 blank content and code sections that do not exist are refused; nothing is stored', async () => {
  const before = await ask(town, observations.ofArea, { params: { areaId } })
  const body = { ...usual, codes: [codeIds[0], 4711, 4712] }
  expect(await refusal(town, observations.add, { params: { areaId }, body: { ...usual, content: ' ' } })).toBe(
    '422 Describe what you see',
  )
  expect(await refusal(town, observations.add, { params: { areaId }, body })).toBe('422 No code section 4711, 4712')
  expect(await ask(town, observations.ofArea, { params: { areaId } })).toEqual(before)
})

test('AR-12 the flag is set and taken back; CI-05 RV-02 the review lists the flagged ones with area, unit, codes and time', async () => {
  const { id: observationId } = await add({ codes: [codeIds[0]] }, unitAreaId)
  const listed = async () =>
    (await ask(town, observations.potentialOf, { params: { inspectionId } })).find(({ id }) => id === observationId)
  expect(await listed()).toBeUndefined()
  const flagged = await ask(town, observations.flag, { params: { observationId }, body: { potentialvio: true } })
  expect(flagged.potentialvio).toBe(true)
  expect(await listed()).toMatchObject({
    area_name: 'Bath',
    unit_number: '3C',
    inspection_id: inspectionId,
    codes: [{ id: codeIds[0] }],
  })
  await ask(town, observations.flag, { params: { observationId }, body: { potentialvio: false } })
  expect(await listed()).toBeUndefined()
})

test('AR-14 photos come after the observation, one call each, and are in every list of it', async () => {
  const { id: observationId, updated_at } = await add({ potentialvio: true })
  const bytes = await jpeg()
  const params = { observationId }
  const { uploaded } = await ask(town, observations.addPhoto, { params, files: [{ name: 'rail.jpg', bytes }] })
  expect(uploaded).toHaveLength(1)
  const [row] = await ask(town, observations.potentialOf, { params: { inspectionId } })
  expect(row?.photos).toMatchObject([
    { filename: 'rail.jpg', content_type: 'image/jpeg', sha256: uploaded?.[0]?.sha256 },
  ])
  // Its version stays, so that the phone which sent the photo does not meet itself as somebody else.
  expect(row?.updated_at).toBe(updated_at)
  const original = await ask(town, observations.ofArea, { params: { areaId } })
  const shown = await town.fetch(original.find(({ id }) => id === observationId)?.photos[0]?.url ?? '')
  expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
})

test('an area and an observation that do not exist are 404', async () => {
  expect(await refusal(town, observations.add, { params: { areaId: 999_999 }, body: usual })).toBe('404 Area not found')
  expect(await refusal(town, observations.ofArea, { params: { areaId: 999_999 } })).toBe('404 Area not found')
  expect(await refusal(town, observations.potentialOf, { params: { inspectionId: 999_999 } })).toBe(
    '404 Inspection not found',
  )
  const params = { observationId: 999_999 }
  expect(await refusal(town, observations.flag, { params, body: { potentialvio: true } })).toBe(
    '404 Observation not found',
  )
  expect(await refusal(town, observations.addPhoto, { params, files: [{ name: 'a.jpg', bytes: await jpeg() }] })).toBe(
    '404 Observation not found',
  )
})

test('the review costs as many statements with many observations as with few', async () => {
  const read = () => ask(town, observations.potentialOf, { params: { inspectionId } })
  await add({ potentialvio: true, codes: codeIds })
  const few = await statementsOf(town, read)
  for (let more = 0; more < 8; more++) await add({ potentialvio: true, codes: codeIds })
  expect(await statementsOf(town, read)).toBe(few)
})
