import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAlert, alertsOfAddress, changeAlert } from '../../src/records/alert.ts'
import { addAnswer, answersOfInspection, setAnswer } from '../../src/records/answer.ts'
import { addArea } from '../../src/records/area.ts'
import { setInspectionStatus } from '../../src/records/inspection.ts'
import { rowsOf } from '../../src/records/query.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { refresh } from '../../src/sync/pull/changes.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

const atOffice = async (statement: string) => (await town.pool.query(statement)).rows

describe('alerts of a premise', () => {
  test('one added without signal is here at once, arrives once, and the next inspector sees it', async () => {
    const { addressId } = place
    const phone = await testDevice(town, town.people.ons)
    const next = await testDevice(town, town.people.otherOns)
    // The second reading begins the chain of changes, the third follows it.
    for (let times = 0; times < 2; times++) await refresh(next, alertsOfAddress(addressId))
    phone.signal.off()
    await perform(phone, addAlert, { addressId }, { kind: 'dog', text: 'Two in the yard' })
    expect(await rowsOf(phone.db, alertsOfAddress(addressId))).toMatchObject([{ kind: 'dog', text: 'Two in the yard' }])
    phone.signal.on()
    await phone.drain()
    expect(await atOffice('select kind, text, removed from premise_alerts')).toEqual([
      { kind: 'dog', text: 'Two in the yard', removed: false },
    ])
    await pull(next, alertsOfAddress(addressId))
    expect(await rowsOf(next.db, alertsOfAddress(addressId))).toMatchObject([
      { kind: 'dog', user: { id: town.people.ons.id } },
    ])
  })

  test('changes of an unsent one follow it; a removed one is hidden and stays in the records', async () => {
    const { addressId } = place
    const phone = await testDevice(town, town.people.ons)
    phone.signal.off()
    const alertId = await perform(phone, addAlert, { addressId }, { kind: 'gate', text: '' })
    await perform(phone, changeAlert, { alertId }, { text: '4711', removed: false })
    await perform(phone, changeAlert, { alertId }, { text: '4711', removed: true })
    expect(await phone.db.outbox.count()).toBe(2)
    expect(await rowsOf(phone.db, alertsOfAddress(addressId))).toEqual([])
    phone.signal.on()
    await phone.drain()
    await pull(phone, alertsOfAddress(addressId))
    expect(await rowsOf(phone.db, alertsOfAddress(addressId))).toEqual([])
    expect(await atOffice('select text, removed from premise_alerts')).toEqual([{ text: '4711', removed: true }])
  })
})

describe('answers to prompts', () => {
  const prompt = { prompt_id: 7, content: 'Is the sink tight?' }

  test('C-17 answers of an area made without signal arrive with it, the last one alone, before the inspection is completed', async () => {
    const { inspectionId } = place
    const phone = await testDevice(town, town.people.ons)
    phone.signal.off()
    const areaId = await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
    const answerId = await perform(phone, addAnswer, { areaId }, { ...prompt, answer: 'ok' })
    await perform(phone, setAnswer, { answerId }, { answer: null })
    await perform(phone, setAnswer, { answerId }, { answer: 'problem' })
    await perform(phone, setInspectionStatus, { inspectionId }, { status: 'Completed' })
    expect((await phone.db.outbox.toArray()).map((it) => it.command)).toEqual([
      'POST /inspections/:inspectionId/areas',
      'POST /areas/:areaId/answers',
      'PATCH /answers/:answerId',
      'PATCH /inspections/:inspectionId/status',
    ])
    phone.signal.on()
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await atOffice('select answer, content, user_id::int from prompt_answers')).toEqual([
      { answer: 'problem', content: 'Is the sink tight?', user_id: town.people.ons.id },
    ])
    expect(await rowsOf(phone.db, answersOfInspection(inspectionId))).toMatchObject([{ answer: 'problem' }])
  })

  test('two inspectors answer the same prompt: the office keeps one answer, the later', async () => {
    const { inspectionId } = place
    const first = await testDevice(town, town.people.ons)
    const second = await testDevice(town, town.people.otherOns)
    const areaId = await perform(first, addArea, { inspectionId }, { name: 'Kitchen' })
    await first.drain()
    const [{ id } = { id: areaId }] = await atOffice('select id::int from areas')
    await second.db.rows('area').put({ id, name: 'Kitchen', inspection_id: inspectionId })
    await perform(first, addAnswer, { areaId: id }, { ...prompt, answer: 'ok' })
    await perform(second, addAnswer, { areaId: id }, { ...prompt, answer: 'na' })
    await first.drain()
    await second.drain()
    expect(await atOffice('select answer from prompt_answers')).toEqual([{ answer: 'na' }])
    for (const phone of [first, second]) {
      await pull(phone, answersOfInspection(inspectionId))
      expect(await rowsOf(phone.db, answersOfInspection(inspectionId))).toMatchObject([{ answer: 'na' }])
    }
  })

  test('an earlier answer that arrives later gives way: its phone shows the one that stands', async () => {
    const { inspectionId } = place
    const first = await testDevice(town, town.people.ons)
    const second = await testDevice(town, town.people.otherOns)
    const areaId = await perform(first, addArea, { inspectionId }, { name: 'Kitchen' })
    await first.drain()
    const id = (await first.db.ids.get(['area', areaId]))?.server ?? 0
    await second.db.rows('area').put({ id, name: 'Kitchen', inspection_id: inspectionId })
    await perform(first, addAnswer, { areaId: id }, { ...prompt, answer: 'ok' })
    await perform(second, addAnswer, { areaId: id }, { ...prompt, answer: 'na' })
    await second.drain()
    await first.drain()
    expect(await atOffice(`select answer from prompt_answers where area_id = ${id}`)).toEqual([{ answer: 'na' }])
    expect(await first.db.outbox.count()).toBe(0)
    expect(await first.db.rows('answer').toArray()).toMatchObject([{ answer: 'na', user_id: town.people.otherOns.id }])
  })
})
