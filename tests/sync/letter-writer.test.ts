import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Letter } from '../../src/rules/letter.ts'
import type { LetterJob, LetterReply } from '../../src/sync/device/letter-job.ts'
import { LetterNotWritten, LetterWriter } from '../../src/sync/device/write-letter.ts'

/** The workers that were started, in order. */
let started: DocumentWorker[]

/** Answers nothing until it is told to. */
class DocumentWorker extends EventTarget {
  jobs: LetterJob[] = []
  isEnded = false

  constructor() {
    super()
    started.push(this)
  }

  postMessage(job: LetterJob) {
    this.jobs.push(job)
  }

  answer(data: LetterReply) {
    if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate() {
    this.isEnded = true
  }
}

const anHour = 3_600_000
const letters = [{ title: 'Notice of Violation 1' } as Letter]

beforeEach(() => {
  started = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', DocumentWorker)
  vi.stubGlobal('location', new URL('http://town.test/'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What became of a document: bytes, 'given up' or 'not written'. */
const outcome = (writing: Promise<unknown>): Promise<unknown> =>
  writing.then(
    (made) => made ?? 'given up',
    (error: unknown) => (error instanceof LetterNotWritten ? 'not written' : Promise.reject(error)),
  )

/** The only worker, with a job. */
async function working(): Promise<DocumentWorker> {
  const worker = await vi.waitFor(() => {
    expect(started[0]?.jobs).toHaveLength(1)
    return started[0]
  })
  if (!worker) throw new Error('No worker was started')
  return worker
}

test('VD-13 a document that nobody waits for any more is given up: no failure is told, no new worker starts', async () => {
  const writer = new LetterWriter()
  const made = outcome(writer.write(letters, 'pdf'))
  const worker = await working()
  writer.close()
  await vi.advanceTimersByTimeAsync(anHour)
  expect(await made).toBe('given up')
  expect(worker.isEnded).toBe(true)
  expect(started).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('VD-13 a document asked for after its page was left, or before its worker runs, is given up as well', async () => {
  const writer = new LetterWriter()
  const early = outcome(writer.write(letters, 'pdf'))
  writer.close()
  const late = outcome(writer.write(letters, 'word'))
  await vi.advanceTimersByTimeAsync(anHour)
  expect(await Promise.all([early, late])).toEqual(['given up', 'given up'])
  expect(started.every((it) => it.isEnded && it.jobs.length === 0)).toBe(true)
  expect(started.length).toBeLessThan(2)
})

test('VD-13 a document that takes too long has failed, and the next one has a new worker that ends with the page', async () => {
  const writer = new LetterWriter()
  const made = outcome(writer.write(letters, 'pdf'))
  const slow = await working()
  await vi.advanceTimersByTimeAsync(anHour)
  expect(await made).toBe('not written')
  expect(slow.isEnded).toBe(true)
  const next = outcome(writer.write(letters, 'pdf'))
  await vi.waitFor(() => expect(started[1]?.jobs).toHaveLength(1))
  const written = { bytes: new Uint8Array(1), lacking: 0 }
  started[1]?.answer(written)
  expect(await next).toEqual(written)
  writer.close()
  await vi.advanceTimersByTimeAsync(0)
  expect(started.map((it) => it.isEnded)).toEqual([true, true])
})
