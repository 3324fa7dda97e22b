import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { previewLimits } from '../../src/rules/preview.ts'
import type { PreviewJob, PreviewReply } from '../../src/sync/device/preview-job.ts'
import { PreviewWorker } from '../../src/sync/device/preview-worker.ts'

/** A worker that keeps its jobs until the test answers them. */
class WaitingWorker extends EventTarget {
  readonly jobs: PreviewJob[] = []
  isEnded = false

  postMessage(job: PreviewJob): void {
    this.jobs.push(job)
  }

  terminate(): void {
    this.isEnded = true
  }

  answer(reply: Partial<PreviewReply>): void {
    const data = { job: this.jobs.at(-1)?.job, ...reply }
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const drawn = { jpeg: new ArrayBuffer(1), pages: 3 }
const made: WaitingWorker[] = []
const reads = vi.fn(async (): Promise<ArrayBuffer | null> => new ArrayBuffer(10))
const newWorker = () =>
  new PreviewWorker(async () => {
    const worker = new WaitingWorker()
    made.push(worker)
    return worker as unknown as Worker
  })
const ask = (file: string, page = 1) => ({ file, kind: 'pdf' as const, page, size: 'thumb' as const, read: reads })
/** Lets everything run that waits for no time. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  made.length = 0
  reads.mockClear()
})
afterEach(() => void vi.useRealTimers())

test('one file is drawn at a time: the next one is not even read before the first has ended', async () => {
  const worker = newWorker()
  const first = worker.draw(ask('a'))
  const second = worker.draw(ask('b'))
  await settle()
  expect(reads).toHaveBeenCalledTimes(1)
  expect(made[0]?.jobs).toHaveLength(1)
  made[0]?.answer(drawn)
  await settle()
  expect(made[0]?.jobs).toHaveLength(2)
  made[0]?.answer(drawn)
  expect(await first).toMatchObject({ pages: 3 })
  expect(await second).toMatchObject({ pages: 3 })
  expect(made).toHaveLength(1)
})

test('the next page of the same file is asked for without reading the file again', async () => {
  const worker = newWorker()
  for (const page of [1, 2]) {
    const reply = worker.draw(ask('a', page))
    await settle()
    made[0]?.answer(drawn)
    await reply
  }
  expect(reads).toHaveBeenCalledTimes(1)
  expect(made[0]?.jobs.map(({ page, bytes }) => [page, bytes?.byteLength])).toEqual([
    [1, 10],
    [2, undefined],
  ])
})

test('an idle worker is ended, and the next file starts another one', async () => {
  const worker = newWorker()
  const first = worker.draw(ask('a'))
  await settle()
  made[0]?.answer(drawn)
  await first
  await vi.advanceTimersByTimeAsync(previewLimits.idleMs - 1)
  expect(made[0]?.isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(made[0]?.isEnded).toBe(true)
  const second = worker.draw(ask('a', 2))
  await settle()
  expect(reads).toHaveBeenCalledTimes(2)
  made[1]?.answer(drawn)
  expect(await second).toMatchObject({ pages: 3 })
})

test('a worker that takes too long is ended and counts as unreadable; the one after it is drawn', async () => {
  const worker = newWorker()
  const first = worker.draw(ask('a'))
  const second = worker.draw(ask('b'))
  await vi.advanceTimersByTimeAsync(previewLimits.timeMs)
  expect(await first).toMatchObject({ failed: 'unreadable' })
  expect(made[0]?.isEnded).toBe(true)
  made[1]?.answer(drawn)
  expect(await second).toMatchObject({ pages: 3 })
})

test('a file that is not here, or over the limit of bytes, is refused before a worker starts', async () => {
  reads.mockResolvedValueOnce(null)
  expect(await newWorker().draw(ask('a'))).toMatchObject({ failed: 'notHere' })
  reads.mockResolvedValueOnce({ byteLength: previewLimits.bytes + 1 } as ArrayBuffer)
  expect(await newWorker().draw(ask('b'))).toMatchObject({ failed: 'tooLarge' })
  expect(made).toHaveLength(0)
})
