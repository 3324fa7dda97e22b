import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import { areasOfInspection } from '../../src/records/area.ts'
import { observationsOfArea, potentialOfInspection } from '../../src/records/observation.ts'
import type { Query } from '../../src/records/query.ts'
import { violationsOfAddress } from '../../src/records/violation.ts'
import type { Question } from '../../src/ui/ask.tsx'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { deviceReads, hear } from '../harness/device-reads.ts'

let device: TestDevice
let asked: Question | undefined
/** What the office does when it is asked before completing. */
let office: 'answers' | 'fails'

const { office: line, useLive, usePull, useRows, shown } = deviceReads()
const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device }) },
  '../../src/sync/react/live.ts': { useLive, useUser: () => ({ id: 7, role: 1 }) },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async () => 1,
    usePull,
    useRows,
  },
  '../../src/parts/bring-missing.ts': {
    bringMissing: async (_: unknown, lists: Query[]) =>
      void (office === 'answers' && (await hear(device.db, ...lists))),
  },
  // The real one has no value for a rendering without a browser.
  '../../src/ui/shared-value.ts': {
    sharedValue: <Value,>(value: Value) => ({
      get: () => value,
      set(next: Value) {
        value = next
      },
      useValue: () => value,
    }),
  },
  '../../src/parts/use-answers.ts': { useAnswers: () => [] },
  '../../src/ui/confirm.tsx': {
    async confirm(question: Question) {
      asked = question
    },
  },
  '../../src/parts/unit-form.tsx': { UnitForm: () => null },
  '../../src/parts/unsent-mark.tsx': { UnsentMark: () => null, useUnsentMarks: () => new Map() },
  '@tanstack/react-router': { Link: ({ children }: { children: ReactNode }) => children, useNavigate: () => () => {} },
}

beforeEach(async () => {
  line.problem = undefined
  asked = undefined
  office = 'fails'
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  // Finish was tapped: its sheet is open.
  vi.doMock('react', async (original) => {
    const react = await original<typeof import('react')>()
    return { ...react, useState: (first: unknown) => (first === false ? [true, () => {}] : react.useState(first)) }
  })
})
afterEach(() => {
  for (const path of ['react', ...Object.keys(modules)]) vi.doUnmock(path)
  vi.resetModules()
})

const inspection = { id: 9, source: 'Single Family License', status: 'In Progress', address_id: 3 } as Inspection

async function sheet(of = inspection): Promise<string> {
  const { Finish } = await import('../../src/screens/inspections/finish.tsx')
  return shown(device.db, <Finish inspection={of} />)
}

const isOpen = { current: true }

async function mayComplete(of = inspection): Promise<Question | 'no question'> {
  const facts = await import('../../src/screens/inspections/finish-facts.ts')
  return (await facts.mayComplete(device, of, isOpen)) ? 'no question' : asked!
}

const notAllHere = 'Not all of this inspection is on this'
const decided = 'Every potential violation is decided.'
const license = 'Completing makes the license.'

test('II-05 Finish calls nothing decided and promises no license if this phone never heard the inspection', async () => {
  line.problem = { kind: 'noSignal' }
  const html = await sheet()
  expect(html).toContain(notAllHere)
  for (const claim of [decided, license, '0 areas inspected']) expect(html).not.toContain(claim)
  expect(await mayComplete()).toMatchObject({ text: expect.stringContaining(notAllHere) })
})

test('II-05 what this phone recorded itself is shown, and one undecided observation is not called all of them', async () => {
  line.problem = { kind: 'noSignal' }
  await device.db.rows('area').put({ id: -5, name: 'Porch', inspection_id: 9, unit_id: null })
  await device.db.rows('observation').put({
    ...{ id: -6, area_id: -5, content: 'Rotten step', potentialvio: true, user_id: 7, codes: [], photos: [] },
  })
  const html = await sheet()
  expect(html).toContain('1 area inspected')
  expect(html).toContain('1 potential violation is not decided.')
  expect(html).toContain(notAllHere)
  const question = await mayComplete()
  expect(question).toMatchObject({ text: expect.stringContaining('1 potential violation is not decided.') })
  expect(question).toMatchObject({ text: expect.stringContaining(notAllHere) })
})

test('II-05 Finish waits for the office while it may still answer, and asks if Complete is tapped meanwhile', async () => {
  expect(await sheet()).not.toContain(decided)
  expect(await mayComplete()).toMatchObject({ text: expect.stringContaining(notAllHere) })
})

test('II-05 with signal the office is asked before completing, and the person only about what it did not tell', async () => {
  office = 'answers'
  expect(await mayComplete()).toBe('no question')
  await device.db.pulls.clear()
  await device.db.setFact('connection', 'noSignal')
  expect(await mayComplete()).toMatchObject({ text: expect.stringContaining(notAllHere) })
})

test('II-05 with everything heard Finish says that all is decided, and completing asks nothing', async () => {
  await hear(device.db, areasOfInspection(9), potentialOfInspection(9), violationsOfAddress(3))
  const html = await sheet()
  for (const claim of [decided, license]) expect(html).toContain(claim)
  expect(html).not.toContain(notAllHere)
  expect(await mayComplete()).toBe('no question')
})

test('G-02 no license is promised while the violations of the address were never heard', async () => {
  line.problem = { kind: 'noSignal' }
  await hear(device.db, areasOfInspection(9), potentialOfInspection(9))
  const html = await sheet()
  expect(html).not.toContain(license)
  expect(html).toContain('if no open violation stands at this address')
})

test('II-05 a prepared inspection is known by the observations of its areas; those made here need no answer', async () => {
  line.problem = { kind: 'noSignal' }
  const area = (id: number) => ({ id, name: `Area ${id}`, inspection_id: 9, unit_id: null })
  await device.db.rows('area').bulkPut([area(4), area(5), area(-2)])
  // Made here, and sent without an answer of its own.
  await device.db.ids.put({ type: 'area', local: -1, server: 5 })
  await hear(device.db, areasOfInspection(9), violationsOfAddress(3))
  expect(await sheet()).toContain(notAllHere)
  await hear(device.db, observationsOfArea(4))
  expect(await sheet()).toContain(decided)
  expect(await mayComplete()).toBe('no question')
})

test('II-05 an inspection that was made here and not sent is known without an answer', async () => {
  line.problem = { kind: 'noSignal' }
  const made = { ...inspection, id: -9, address_id: -3 }
  const html = await sheet(made)
  for (const claim of [decided, license]) expect(html).toContain(claim)
  expect(await mayComplete(made)).toBe('no question')
})

test('CI-06 a unit is not said to have 0 areas while the areas of the inspection were never heard', async () => {
  const { UnitsPanel } = await import('../../src/screens/inspections/units-panel.tsx')
  const units = async () => (await shown(device.db, <UnitsPanel inspection={inspection} />)).replaceAll(/<[^>]*>/g, '')
  line.problem = { kind: 'noSignal' }
  await device.db.rows('unit').bulkPut([1, 2].map((id) => ({ id, number: `${id}A`, address_id: 3 })))
  await device.db.rows('area').put({ id: -5, name: 'Hall', inspection_id: 9, unit_id: 2 })
  expect(await units()).not.toContain('0 areas')
  expect(await units()).toContain('1 area')
  await hear(device.db, areasOfInspection(9))
  expect(await units()).toContain('0 areas')
})

const porch = { id: 5, name: 'Porch', inspection_id: 9, unit_id: null }
const step = { content: 'Rotten step', potentialvio: true, user_id: 7, codes: [], photos: [] }

/** Whether an answer does not come at once. */
const waits = (answer: Promise<unknown>): Promise<boolean> =>
  Promise.race([answer.then(() => false), new Promise<true>((resolve) => setTimeout(() => resolve(true), 100))])

/** The id of an observation, null if it could not be stored, or a failure. */
type Stored = number | null | Promise<never>

/** The inspection with a porch, all heard; returns how an observation of an area is saved. */
async function withPorch() {
  line.problem = { kind: 'noSignal' }
  await device.db.rows('area').put(porch)
  await hear(device.db, areasOfInspection(9), potentialOfInspection(9), violationsOfAddress(3))
  const { whileSaving } = await import('../../src/parts/saves-under-way.ts')
  return (areaId: number) => {
    let resolve: (stored: Stored) => void = () => undefined
    const stored = new Promise<number | null>((ready) => {
      resolve = ready
    })
    const saved = whileSaving(areaId, () => stored)
    return {
      end(stored: Stored) {
        resolve(stored)
        return saved
      },
    }
  }
}

test('II-05 Finish says that an observation is still being saved, and does not call all decided or at the office', async () => {
  const begin = await withPorch()
  const quiet = await sheet()
  for (const claim of [decided, 'Everything is at the office.']) expect(quiet).toContain(claim)
  // Tapped before the office had numbered the area.
  await device.db.ids.put({ type: 'area', local: -1, server: 5 })
  const first = begin(-1)
  const one = await sheet()
  expect(one).toContain('1 observation is still being saved.')
  for (const claim of [decided, 'Everything is at the office.']) expect(one).not.toContain(claim)
  const second = begin(5)
  expect(await sheet()).toContain('2 observations are still being saved.')
  await Promise.all([first.end(1), second.end(null)])
  expect(await sheet()).toBe(quiet)
})

test('II-05 an observation that is being saved in another inspection is not said of this one', async () => {
  const begin = await withPorch()
  await device.db.rows('area').put({ ...porch, id: 6, inspection_id: 10 })
  const { end } = begin(6)
  expect(await sheet()).toContain('Everything is at the office.')
  expect(await mayComplete()).toBe('no question')
  await end(1)
})

test('II-05 Complete waits for an observation that is being saved, and asks about it once it is stored', async () => {
  const begin = await withPorch()
  const { end } = begin(5)
  const completing = mayComplete()
  expect(await waits(completing)).toBe(true)
  await device.db.rows('observation').put({ ...step, id: -6, area_id: 5 })
  await end(-6)
  expect(await completing).toMatchObject({ text: '1 potential violation is not decided. No violation was made of it.' })
})

test('II-05 a save that fails while Complete waits ends the wait, and completing without it is asked', async () => {
  const begin = await withPorch()
  const failure = new Error('The photo worker ended')
  for (const result of [() => null, () => Promise.reject(failure)]) {
    asked = undefined
    const { end } = begin(5)
    const completing = mayComplete()
    expect(await waits(completing)).toBe(true)
    await end(result()).catch((error) => expect(error).toBe(failure))
    expect(await completing).toMatchObject({ title: 'Complete without what is not saved?', text: notSaved })
  }
})
const notSaved = '1 observation is not saved yet.'

test('II-05 no question is asked, and nothing completed, once the page was left while the office was asked', async () => {
  isOpen.current = false
  expect(await mayComplete()).toBeUndefined()
  isOpen.current = true
  expect(await mayComplete()).toMatchObject({ title: 'Complete without knowing the rest?' })
})
