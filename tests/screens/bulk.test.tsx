import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Id } from '../../src/contract/id.ts'
import type { RunBulk, Ticked } from '../../src/parts/bulk.tsx'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'

let device: TestDevice
let lists = 0
let parts: typeof import('../../src/parts/bulk.tsx')
let told: string[]
/** How many ask before the page is left. */
let asks: number
/** What the list shows as sent meanwhile. */
let names: { id: Id; current: Id }[] | undefined

beforeEach(async () => {
  // No server answers there: a run in bulk works on the device alone.
  device = await testDevice({ url: 'http://127.0.0.1:9' }, { id: 7, token: 'none' })
  told = []
  names = undefined
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/inspections' })
  asks = 0
  vi.stubGlobal('addEventListener', () => asks++)
  vi.stubGlobal('removeEventListener', () => asks--)
  vi.doMock('react', async (original) => ({
    ...(await original<object>()),
    useEffect: (act: () => void) => act(),
    useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  }))
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ device }) }))
  vi.doMock('../../src/sync/react/live.ts', () => ({ useLive: () => names }))
  const tell = (words: string) => told.push(words)
  vi.doMock('../../src/ui/toast.tsx', () => ({ tell, tellFailure: tell }))
  parts = await import('../../src/parts/bulk.tsx')
})
afterEach(() => {
  for (const path of [
    'react',
    '../../src/sync/react/engine.ts',
    '../../src/sync/react/live.ts',
    '../../src/ui/toast.tsx',
  ])
    vi.doUnmock(path)
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Ticks as a list keeps them, read each time as a new rendering does. */
function ticksOf(...first: number[]): { now: () => Ticked } {
  const list = `list ${lists++}`
  const now = () => rendered(() => parts.useTicked(list))
  now().set(first, true)
  return { now }
}

/** What a hook returns in a rendering. */
function rendered<Value>(hook: () => Value): Value {
  const made: Value[] = []
  const Probe = () => {
    made.push(hook())
    return null
  }
  renderToStaticMarkup(<Probe />)
  return made[0]!
}

/** What the actions above a list work with. */
const bulkOf = (ticks: { now: () => Ticked }): RunBulk => rendered(() => parts.useBulk(ticks.now(), 'inspection'))

test('LS-01 Stop ends a run in bulk after the current record, says how many were done, and the rest stays ticked', async () => {
  const ticked = ticksOf(1, 2, 3, 4)
  const run = bulkOf(ticked)
  const second = held()
  const isAtSecond = held()
  const changed: number[] = []
  const running = run(
    (count) => `${count} scheduled`,
    async (id) => {
      if (id === 2) {
        isAtSecond.end()
        await second.work()
      }
      changed.push(id)
    },
  )
  await isAtSecond.work()
  ticked.now().change({ isStopped: true })
  second.end()
  await running
  expect(changed).toEqual([1, 2])
  expect(told).toEqual(['2 scheduled'])
  expect([...ticked.now().ids]).toEqual([3, 4])

  // The next run is not stopped by the tap on the one before.
  await bulkOf(ticked)(
    (count) => `${count} scheduled`,
    async (id) => changed.push(id),
  )
  expect(changed).toEqual([1, 2, 3, 4])
  expect(told).toEqual(['2 scheduled', '2 scheduled'])
  expect(ticked.now().ids.size).toBe(0)
})

test('a record to which the change does not apply stays ticked and is not counted; with none done nothing is said', async () => {
  const ticked = ticksOf(1, 2)
  await bulkOf(ticked)(
    (count) => `${count} assigned`,
    async (id) => id !== 1,
  )
  expect([told, [...ticked.now().ids]]).toEqual([['1 assigned'], [1]])
  await bulkOf(ticked)(
    (count) => `${count} assigned`,
    async () => false,
  )
  expect([told, [...ticked.now().ids]]).toEqual([['1 assigned'], [1]])
})

test('a ticked record that was discarded here is unticked and named, and the others are changed', async () => {
  const { perform } = await import('../../src/sync/capture/perform.ts')
  const { scheduleInspection } = await import('../../src/records/inspection.ts')
  const ticked = ticksOf(-5, 7)
  await bulkOf(ticked)(
    (count) => `${count} scheduled`,
    (inspectionId) => perform(device, scheduleInspection, { inspectionId }, { scheduled_datetime: '2026-03-02T09:00' }),
  )
  expect((await device.db.outbox.toArray()).map((it) => it.touches)).toEqual([['inspection:7']])
  expect(told).toEqual(['1 scheduled', '1 discarded on this device since: no longer ticked'])
  expect([...ticked.now().ids]).toEqual([])
})

test('a ticked record that is sent before or during the run is changed by its new number, and unticked by both', async () => {
  await device.db.ids.put({ type: 'inspection', local: -5, server: 42 })
  const ticked = ticksOf(-5, 7)
  const run = bulkOf(ticked)
  const changed: number[] = []
  await run(
    (count) => `${count} scheduled`,
    async (id) => changed.push(id),
  )
  expect(changed).toEqual([42, 7])
  expect([...ticked.now().ids]).toEqual([])
})

test('a ticked record that is sent stays ticked by its new number, and one that was unticked meanwhile does not', () => {
  const ticked = ticksOf(-5, -8)
  names = [
    { id: -5, current: 42 },
    { id: -6, current: 43 },
    { id: -8, current: -8 },
  ]
  bulkOf(ticked)
  expect([...ticked.now().ids]).toEqual([-8, 42])
})

test('during a run there is Stop, and neither Tick this page nor Clear nor the actions', () => {
  const ticked = ticksOf(1)
  const buttons = (progress: string | null) => {
    const html = renderToStaticMarkup(
      <parts.BulkBar ticked={{ ...ticked.now(), progress }} rows={[{ id: 1 }, { id: 2 }]} what="inspection">
        <button type="submit">Schedule</button>
      </parts.BulkBar>,
    )
    return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = '']) => words.replace(/<[^>]*>/g, ''))
  }
  expect(buttons(null)).toEqual(['Tick this page', 'Schedule', 'Clear'])
  expect(buttons('Changing 1 of 2')).toEqual(['Stop'])
})

test('ticks of a list and its running change stay while another screen is open, and no update may reload the page', async () => {
  const ticked = ticksOf(1, 2)
  const { dirtyForms } = await import('../../src/ui/dirty-forms.ts')
  expect(dirtyForms()).toBeNull()
  const change = held()
  const isBegun = held()
  const running = bulkOf(ticked)(
    (count) => `${count} scheduled`,
    async () => {
      isBegun.end()
      await change.work()
    },
  )
  await isBegun.work()
  expect(ticked.now()).toMatchObject({ ids: new Set([1, 2]), progress: 'Changing 1 of 2' })
  expect([dirtyForms(), asks]).toEqual(['lost', 1])
  change.end()
  await running
  expect(ticked.now()).toMatchObject({ ids: new Set(), progress: null })
  expect([dirtyForms(), asks]).toEqual([null, 0])
})
