import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TownMapFile } from '../../src/contract/town-map.ts'
import { WorkerQuestions } from '../../src/sync/device/worker-questions.ts'
import { TownMap } from '../../src/sync/online/town-map.ts'
import { held } from '../harness/held.ts'

/** A worker that answers each question with null. */
class AnsweringWorker extends EventTarget {
  static readonly started: AnsweringWorker[] = []
  isEnded = false

  constructor() {
    super()
    AnsweringWorker.started.push(this)
  }

  postMessage({ job }: { job: number }): void {
    if (!this.isEnded) queueMicrotask(() => this.say({ job, answer: null }))
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate(): void {
    this.isEnded = true
  }
}

beforeEach(() => {
  AnsweringWorker.started.length = 0
  vi.stubGlobal('Worker', AnsweringWorker)
  vi.stubGlobal('location', new URL('http://town.test/'))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => vi.unstubAllGlobals())

it('A question to a worker that was ended while its code was loaded fails instead of waiting for ever', async () => {
  const code = held<{ default: string }>()
  const questions = new WorkerQuestions<{ open: { asked: { kind: 'open' }; answer: null } }>(code.work)
  const asked = questions.ask<'open'>({ kind: 'open' })
  questions.end('The map was closed')
  code.end({ default: '/src/worker/map-worker.ts?worker_file&type=module' })
  await expect(asked).rejects.toThrow('The worker has ended')
})

it('A map that was closed while its address was renewed starts no worker again', async () => {
  const renewal = held<TownMapFile | null>()
  const map = new TownMap('somebody')
  await map.stream({} as TownMapFile, renewal.work)
  AnsweringWorker.started[0]?.say({ news: 'addressEnded' })
  map.close()
  renewal.end(null)
  await new Promise((done) => setTimeout(done))
  await vi.dynamicImportSettled()
  expect(AnsweringWorker.started).toHaveLength(1)
})
