import { beforeEach, describe, expect, test } from 'vitest'
import { UnitCommentBody } from '../../src/contract/comment.ts'
import { NewContact } from '../../src/contract/contact.ts'
import { needsUser, type OutboxEntry } from '../../src/db/outbox.ts'
import { addUnitArea } from '../../src/records/area.ts'
import { addContact } from '../../src/records/contact.ts'
import { setInspectionStatus } from '../../src/records/inspection.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { addUnit } from '../../src/records/unit.ts'
import { describe as describeEntry, placeOfPhoto } from '../../src/screens/unsent/describe.ts'
import { repairedBody, repairFields } from '../../src/screens/unsent/repair-fields.ts'
import { stateWords } from '../../src/screens/unsent/state-words.ts'
import { entriesIn, itemsNeedingUser, unsentItems, viewOf, waitsFor } from '../../src/screens/unsent/unsent-list.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { takenIn } from '../harness/pictures.ts'

let device: TestDevice

beforeEach(async () => {
  // No server answers there: the screen must show the phone's own data.
  device = await testDevice({ url: 'http://127.0.0.1:9' }, { id: 7, token: 'none' })
  await device.db.rows('inspection').put({
    id: 12,
    source: 'Multifamily License',
    address_id: 3,
    address: { id: 3, combadd: '12 Main St' },
    inspector_id: 7,
  })
  await device.db.rows('address').put({ id: 3, combadd: '12 Main St' })
})

const outbox = (): Promise<OutboxEntry[]> => device.db.outbox.orderBy('seq').toArray()

/** A visit without signal: a unit, an area in it, an observation, then the status that ends it. */
async function visit() {
  const unitId = await perform(device, addUnit, { addressId: 3 }, { number: '2B' })
  const areaId = await perform(device, addUnitArea, { inspectionId: 12, unitId }, { name: 'Kitchen' })
  const seen = { content: 'Broken window', potentialvio: false, user_id: 7, codes: [] }
  const observationId = await perform(device, addObservation, { areaId }, seen)
  await perform(device, setInspectionStatus, { inspectionId: 12 }, { status: 'Completed' })
  return { unitId, areaId, observationId }
}

test('Unsent work names each entry and its place, with a link there', async () => {
  const { areaId, unitId } = await visit()
  const said = await Promise.all((await outbox()).map((it) => describeEntry(device.db, it)))
  expect(said).toEqual([
    { words: 'New unit 2B', place: { text: 'Unit 2B, 12 Main St', path: `/address/3/unit/${unitId}` } },
    {
      words: 'Area Kitchen',
      place: { text: 'Kitchen, Unit 2B, 12 Main St', path: `/inspections/12/unit/${unitId}/area/${areaId}` },
    },
    {
      words: 'Observation: Broken window',
      place: { text: 'Kitchen, Unit 2B, 12 Main St', path: `/inspections/12/unit/${unitId}/area/${areaId}` },
    },
    { words: 'Status set to Completed', place: { text: '12 Main St', path: '/inspection/12' } },
  ])
})

test('An entry names the work that it waits for: the maker of its record, an earlier change of it, the rest of its inspection', async () => {
  const { observationId } = await visit()
  await perform(device, flagObservation, { observationId }, { potentialvio: true })
  const entries = await outbox()
  const [unit, area, observation, status, flag] = entries
  const waits = entries.map((it) => waitsFor(it, viewOf(entries)))
  expect(waits).toEqual([
    { kind: 'nothing' },
    { kind: 'entry', entry: unit },
    { kind: 'entry', entry: area },
    { kind: 'group', count: 2 },
    { kind: 'entry', entry: observation },
  ])
  expect(status?.barrier).toBe(true)
  expect(flag?.seq).toBeGreaterThan(status?.seq ?? 0)
})

test('A file has the place of the record that it belongs to, also once it was sent; none once it is gone', async () => {
  const { areaId, unitId, observationId } = await visit()
  const photo = await takenIn(device, 1)
  await device.db.photos.update(photo, { ownerType: 'observation', ownerId: observationId })
  const place = { text: 'Kitchen, Unit 2B, 12 Main St', path: `/inspections/12/unit/${unitId}/area/${areaId}` }
  expect(await placeOfPhoto(device.db, photo)).toEqual(place)
  expect(await placeOfPhoto(device.db, 'gone')).toBeNull()
})

test('The list is oldest first; files of one record are one line, and entries that need the user are found among all', async () => {
  await visit()
  const [first, ...rest] = await outbox()
  if (!first) throw new Error('nothing was saved')
  const file = (seq: number, owner: number, state: OutboxEntry['state'] = 'waiting'): OutboxEntry => ({
    ...first,
    seq,
    command: 'POST /observations/:observationId/photos',
    params: { observationId: owner },
    photo: `photo-${seq}`,
    state,
  })
  const items = unsentItems([file(22, 5), ...rest, file(20, 5), first, file(21, 6, 'refused')])
  expect(items.map((it) => (it.kind === 'entry' ? it.entry.seq : it.entries.map(({ seq }) => seq)))).toEqual([
    first.seq,
    ...rest.map((it) => it.seq),
    [20, 22],
    [21],
  ])
  expect(itemsNeedingUser(items).map((it) => it.id)).toEqual([21])
  // Each file counts, as in the sign of the tabs.
  expect(entriesIn(items)).toBe(1 + rest.length + 3)
  expect(needsUser).toContain('refused')
})

describe('The state of an entry in words', () => {
  const around = {
    status: { connection: 'online', paused: null } as const,
    isOtherTown: false,
    waits: { kind: 'nothing' } as const,
    waitsForWords: null,
    now: Date.parse('2026-11-20T15:00:00Z'),
    doubtWaitMs: 120_000,
    zone: 'America/New_York',
  }

  test('a waiting entry names the reason: signal, sign-in, the server, room, other work', async () => {
    await visit()
    const [entry, other] = await outbox()
    if (!entry || !other) throw new Error('nothing was saved')
    const more = (change: object) => stateWords(entry, { ...around, ...change }).more
    expect(stateWords(entry, around).text).toBe('Saved on this phone')
    expect(more({ status: { connection: 'noSignal', paused: null } })).toBe('Waiting for signal')
    expect(more({ status: { connection: 'online', paused: 'signIn' } })).toBe('Waiting for you to sign in')
    expect(more({ status: { connection: 'online', paused: 'signIn' }, isOtherTown: true })).toBe(
      'Not sent to the town that is at this address now',
    )
    expect(more({ status: { connection: 'online', paused: 'storage' } })).toBe('Waiting for free space on this phone')
    expect(more({ status: { connection: 'serverDown', paused: null } })).toMatch(/not answering/)
    expect(more({ waits: { kind: 'entry', entry: other }, waitsForWords: 'Area Kitchen' })).toBe(
      'Waiting for “Area Kitchen” to be sent first',
    )
    expect(
      more({ waits: { kind: 'entry', entry: { ...other, state: 'refused' } }, waitsForWords: 'Area Kitchen' }),
    ).toBe('Waiting for “Area Kitchen”, which needs you')
    expect(more({ waits: { kind: 'group', count: 3 } })).toMatch(/3 earlier changes of this inspection/)
  })

  test('a refusal stands in the server’s own words, and a doubt says when it is looked at again', async () => {
    await visit()
    const [entry] = await outbox()
    if (!entry) throw new Error('nothing was saved')
    const refused = { ...entry, state: 'refused', problem: { kind: 'refused', detail: 'Unit exists' } } as const
    expect(stateWords(refused, around)).toMatchObject({ text: 'Refused', tone: 'red', more: 'Unit exists' })
    const missed = { ...refused, problem: { kind: 'refused', status: 404, detail: 'Unit not found' } } as const
    expect(stateWords(missed, around).more).toBe('Unit not found')
    expect(stateWords({ ...missed, former: 7 }, around).more).toBe(
      'Unit not found. The office was restored from a backup. Ask it to repeat its merges, undos and transfers since then, and try again after that.',
    )
    const doubt = { ...entry, state: 'inDoubt', sentAt: around.now } as const
    expect(stateWords(doubt, around)).toMatchObject({
      text: 'Not sure it arrived',
      more: 'Looking again at 10:02 AM',
    })
  })
})

describe('Repair', () => {
  test('offers the words of an entry, never its ids or what the app wrote itself', () => {
    const body = {
      content: 'Broken window',
      potentialvio: true,
      user_id: 7,
      codes: [4],
      observed_at: '2026-11-20T15:00:00Z',
    }
    expect(repairFields(body).map(({ name, kind }) => [name, kind])).toEqual([
      ['content', 'text'],
      ['potentialvio', 'flag'],
    ])
    expect(repairFields({ status: 'done' })[0]?.choices).toEqual(expect.arrayContaining(['done', 'Completed']))
    expect(repairFields(undefined)).toEqual([])
  })

  test('CP-05 the answer to a complaint is corrected with the statuses of complaints, another one with those of inspections', () => {
    const choices = (status: string, isComplaint = false) => repairFields({ status }, isComplaint)[0]?.choices
    expect(choices('Violation Found')).toEqual(['Pending', 'Violation Found', 'No Violation Found'])
    expect(choices('Pending', true)).toEqual(['Pending', 'Violation Found', 'No Violation Found'])
    expect(choices('Pending')).toContain('Completed')
  })

  test('what the office takes only from a list is chosen in its words; a signature and a place are not typed', () => {
    const service = { how: 'mailed', served_to: 'Rose', signature: 'data:image/png;base64,iVBORw0KGgo=', lat: 39.3 }
    expect(repairFields(service).map(({ name, kind }) => [name, kind])).toEqual([
      ['how', 'choice'],
      ['served_to', 'line'],
    ])
    expect(repairFields(service)[0]?.choices).toContainEqual(['handed', 'Handed over'])
    expect(repairFields({ kind: 'dog', text: 'Big' })[0]?.choices).toContainEqual(['gate', 'Gate code'])
    expect(repairFields({ answer: 'na' })[0]?.choices).toHaveLength(3)
    expect(repairFields({ vacancy_status: 'vacant' })[0]?.choices).toContainEqual(['registered', 'Registered'])
  })

  test('CO-03 a contact without a name is refused at the field, and a whole one becomes the new body', async () => {
    await perform(device, addContact, {}, { name: 'Test', email: null, phone: null })
    const [entry] = await outbox()
    expect(repairedBody(NewContact, entry?.body, { name: '  ' })).toEqual({
      kind: 'problems',
      problems: { name: 'Name is required' },
    })
    const repaired = repairedBody(NewContact, entry?.body, { name: 'Tessa Whole', email: '', phone: '410 555 0100' })
    expect(repaired).toMatchObject({ kind: 'body', body: { name: 'Tessa Whole', email: null, phone: '410 555 0100' } })
  })
})

test('UN-14 a refused unit comment is mended where its text is: inside the body that holds the record', () => {
  const body = { comment: { content: 'Dor', user_id: 1, address_id: 2, unit_id: 3 } }
  expect(repairFields(body)).toMatchObject([{ name: 'content', label: 'Text', kind: 'text', value: 'Dor' }])
  expect(repairedBody(UnitCommentBody, body, { content: 'Door' })).toEqual({
    kind: 'body',
    body: { comment: { ...body.comment, content: 'Door' } },
  })
  expect(repairedBody(UnitCommentBody, body, { content: ' ' })).toEqual({
    kind: 'problems',
    problems: { content: 'Write a comment' },
  })
})
