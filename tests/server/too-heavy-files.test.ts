import * as childProcess from 'node:child_process'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { smallPdf } from '../harness/pdf.ts'

type Check = typeof import('../../src/server/files/upload-check.ts')

let check: Check
let onStart: (child: childProcess.ChildProcess) => void
const children: childProcess.ChildProcess[] = []

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('node:child_process', () => ({
    ...childProcess,
    fork: (...said: Parameters<typeof childProcess.fork>) => {
      const child = childProcess.fork(...said)
      children.push(child)
      onStart(child)
      return child
    },
  }))
  check = await import('../../src/server/files/upload-check.ts')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  vi.doUnmock('node:child_process')
  vi.resetModules()
})

const photo = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** The system ends a process that works on a file: not before it has the file. */
const endAtWork = (child: childProcess.ChildProcess) => {
  const send = child.send.bind(child) as (job: object, done: (error: Error | null) => void) => boolean
  const sendAndEnd: typeof send = (job, done) =>
    send(job, (error) => {
      done(error)
      child.kill('SIGKILL')
    })
  Object.assign(child, { send: sendAndEnd })
}

/** The status of a refusal, or the picture's width with what was drawn of it. */
const outcomeOf = async (bytes: Uint8Array) => {
  try {
    const { contentType, web, width } = await check.checkUpload(bytes, { who: 'ons' })
    return [contentType, web !== null, width]
  } catch (error) {
    return (error as { status: number }).status
  }
}

test.each([
  ['picture', () => photo('#7a5230'), 'image/jpeg'],
  ['PDF', async () => smallPdf('deed'), 'application/pdf'],
] as const)(
  'B18 G-13 a %s for which memory is short each time is stored as it came at the third try',
  async (_, make, type) => {
    const file = await make()
    onStart = endAtWork
    expect([await outcomeOf(file), await outcomeOf(file)]).toEqual([500, 500])
    expect(await outcomeOf(file)).toEqual([type, false, null])
  },
)

test('B18 a picture that takes too long each time is stored as it came at the third try; another counts for itself', async () => {
  const [file, other] = [await photo('#305a7a'), await photo('#30307a')]
  // It never answers.
  onStart = (child) => child.kill('SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const late = async (bytes: Uint8Array) => {
    let isOver = false
    const outcome = outcomeOf(bytes).finally(() => {
      isOver = true
    })
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(10_000)
    }
    return outcome
  }
  expect([await late(file), await late(file), await late(other)]).toEqual([503, 503, 503])
  expect(await late(file)).toEqual(['image/jpeg', false, null])
})

test('a picture for which memory was short once is drawn at the next try', async () => {
  const file = await photo('#307a30')
  onStart = endAtWork
  expect(await outcomeOf(file)).toBe(500)
  onStart = () => undefined
  expect(await outcomeOf(file)).toEqual(['image/jpeg', true, 60])
})
