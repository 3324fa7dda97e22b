import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { areas } from '../../src/contract/area.ts'
import type { Inspection } from '../../src/contract/inspection.ts'
import { observations } from '../../src/contract/observation.ts'
import type { Question } from '../../src/ui/ask.tsx'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'
import { ask } from '../server/routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
afterEach(() => {
  vi.doUnmock('../../src/ui/confirm.tsx')
  vi.resetModules()
})

/** Completing as the person taps it, with the office's own answers; false is the answer to each question. */
async function facts() {
  const asked: Question[] = []
  const confirm = async (question: Question) => {
    asked.push(question)
    return false
  }
  vi.resetModules()
  vi.doMock('../../src/ui/confirm.tsx', () => ({ confirm }))
  return { asked, ...(await import('../../src/screens/inspections/finish-facts.ts')) }
}

async function porch(potentialvio: boolean) {
  const { inspectionId } = await smallTown(town)
  const { id } = await ask(town, areas.add, { params: { inspectionId }, body: { name: 'Porch', unit_id: null } })
  const body = { content: 'Loose wire', potentialvio, codes: [], user_id: town.people.ons.id }
  await ask(town, observations.add, { params: { areaId: id }, body })
  return { id: inspectionId } as Inspection
}
const isOpen = { current: true }

test('II-05 what the office answers to Complete is kept on the phone: one flagged observation is asked about', async () => {
  const inspection = await porch(true)
  const phone = await testDevice(town, town.people.ons)
  const { asked, mayComplete } = await facts()
  expect(await mayComplete(phone, inspection, isOpen)).toBe(false)
  expect(asked.map((it) => it.text)).toEqual(['1 potential violation is not decided. No violation was made of it.'])
  // The second tap knows it too.
  phone.signal.off()
  expect(await mayComplete(phone, inspection, isOpen)).toBe(false)
  expect(asked).toHaveLength(2)
})

test('II-05 with nothing flagged at the office Complete asks it and then nothing else', async () => {
  const inspection = await porch(false)
  const phone = await testDevice(town, town.people.ons)
  const { asked, mayComplete } = await facts()
  expect(await mayComplete(phone, inspection, isOpen)).toBe(true)
  expect(asked).toEqual([])
})
