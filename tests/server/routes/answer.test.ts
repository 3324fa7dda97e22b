import { afterAll, beforeAll, expect, test } from 'vitest'
import { answers } from '../../../src/contract/answer.ts'
import { areas } from '../../../src/contract/area.ts'
import { type Office, office, type Person } from '../../harness/office.ts'
import { addAddress, addInspection, ask } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** A kitchen with the answers to one prompt. */
const kitchen = async () => {
  const inspection = await addInspection(town, (await addAddress(town)).id)
  const { id: areaId } = await ask(town, areas.add, {
    params: { inspectionId: inspection.id },
    body: { name: 'Kitchen' },
  })
  const add = (answer: string, observed_at: string | undefined, as: Person) =>
    ask(town, answers.add, { params: { areaId }, body: { prompt_id: 5, content: 'Dry?', answer, observed_at }, as })
  const set = (answerId: number, answer: string | null, observed_at: string | undefined, as: Person) =>
    ask(town, answers.set, { params: { answerId }, body: { answer, observed_at }, as })
  const all = () => ask(town, answers.ofInspection, { params: { inspectionId: inspection.id } })
  return { add, set, all }
}

test('X54 of two answers the later one stands, whichever arrives first', async () => {
  const { ons, otherOns } = town.people
  const { add, all } = await kitchen()
  const late = await add('ok', hoursAgo(1), ons)
  expect(await add('problem', hoursAgo(5), otherOns)).toEqual(late)
  expect(await all()).toEqual([late])
  const { id } = late
  expect(await add('na', undefined, otherOns)).toMatchObject({ id, answer: 'na', user_id: otherOns.id })
})

test('X55 a change counts from when it was made: an older answer does not replace it, nor does it a newer one', async () => {
  const { ons, otherOns } = town.people
  const { add, set } = await kitchen()
  const { id } = await add('ok', hoursAgo(5), ons)
  expect(await set(id, null, hoursAgo(3), ons)).toMatchObject({ answer: null })
  expect(await add('na', hoursAgo(4), otherOns)).toMatchObject({ answer: null, user_id: ons.id })
  expect(await add('na', hoursAgo(2), otherOns)).toMatchObject({ answer: 'na', user_id: otherOns.id })
  expect(await set(id, 'ok', hoursAgo(2.5), ons)).toMatchObject({ answer: 'na', user_id: otherOns.id })
  expect(await set(id, 'ok', undefined, ons)).toMatchObject({ answer: 'ok', user_id: ons.id })
  expect(await add('na', hoursAgo(1), otherOns)).toMatchObject({ answer: 'ok', user_id: ons.id })
})
