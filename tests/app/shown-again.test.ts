import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WorkerQuestions as Questions } from '../../src/sync/device/worker-questions.ts'
import type { Dirty } from '../../src/ui/dirty-forms.ts'

/** A worker that answers each question. */
class AnsweringWorker extends EventTarget {
  postMessage({ job }: { job: number }): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { job, answer: 'Here' } })))
  }

  terminate(): void {}
}

const page = new EventTarget()
const reload = vi.fn()
let markDirty: (reload: Dirty) => () => void
let WorkerQuestions: typeof Questions
let questions: Questions<{ open: { asked: { kind: 'open' }; answer: string } }>
const ask = () => questions.ask<'open'>({ kind: 'open' })

beforeAll(async () => {
  vi.stubGlobal('Worker', AnsweringWorker)
  vi.stubGlobal('location', { href: 'http://town.test/', origin: 'http://town.test', reload })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.resetModules()
  WorkerQuestions = (await import('../../src/sync/device/worker-questions.ts')).WorkerQuestions
  markDirty = (await import('../../src/ui/dirty-forms.ts')).markDirty
  const { watchForLostStorage } = await import('../../src/app/storage-lost.ts')
  watchForLostStorage()
}, 60_000)
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
beforeEach(async () => {
  questions = new WorkerQuestions(async () => ({ default: '/src/worker/map-worker.ts?worker_file&type=module' }))
  await ask()
  reload.mockClear()
})
afterEach(() => questions.end('The test is over'))

/** The page goes into the back cache and is shown again. */
function comeBack(): void {
  for (const name of ['pagehide', 'pageshow']) page.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
}

test.each(['lost', 'shownOnce'] as const)(
  'G-06 a page shown again with a form whose text would be %s waits for it, and works',
  async (dirty) => {
    const done = markDirty(dirty)
    comeBack()
    expect(reload).not.toHaveBeenCalled()
    expect(await ask()).toBe('Here')
    done()
    expect(reload).toHaveBeenCalled()
  },
)

test('a page shown again without a half-typed form is loaded again at once', () => {
  comeBack()
  expect(reload).toHaveBeenCalled()
})

test('a page shown again with a form whose text is in a draft is loaded again at once', () => {
  const done = markDirty('kept')
  comeBack()
  expect(reload).toHaveBeenCalled()
  done()
})
