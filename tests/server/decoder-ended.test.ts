import * as childProcess from 'node:child_process'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

type Decoder = typeof import('../../src/server/files/decoder.ts')

let decoder: Decoder
let photo: Uint8Array
let onStart: (child: childProcess.ChildProcess) => void = () => undefined
let child: childProcess.ChildProcess

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('node:child_process', () => ({
    ...childProcess,
    fork: (...said: Parameters<typeof childProcess.fork>) => {
      child = childProcess.fork(...said)
      onStart(child)
      return child
    },
  }))
  decoder = await import('../../src/server/files/decoder.ts')
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a5230' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => {
  child.kill('SIGKILL')
  vi.doUnmock('node:child_process')
  vi.resetModules()
})

afterEach(() => {
  onStart = () => undefined
})

/** The headers of the last refusal. */
let headers: unknown

/** What becomes of a good photo when its decoder gets a signal between the header and the pixels. */
const outcomeOf = async (signal?: NodeJS.Signals) => {
  const paceOf = () => {
    if (signal) child.kill(signal)
    return 'quick' as const
  }
  const edges = { webEdge: 50, thumbEdge: 20 }
  try {
    const { width } = await decoder.renderPicture(photo, { who: 'ons' }, { edges, isHeic: false, paceOf })
    return width
  } catch (error) {
    headers = (error as { headers?: unknown }).headers
    return error instanceof decoder.Undecodable ? 'damaged' : (error as { status: number }).status
  }
}

describe('B18 a good photo', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('is read to its end when its decoder gets a %s', async (signal) => {
    expect(await outcomeOf(signal)).toBe(50)
  })

  test('whose decoder the system ended for want of memory is a failure of its own: 5 of them, and its sender looks', async () => {
    // A 503 that names a time stops the whole phone and never counts (src/sync/README.md, "When signal returns").
    expect(await outcomeOf('SIGKILL')).toBe(500)
    expect(headers).toEqual({})
    expect(await outcomeOf()).toBe(50)
  })

  test('may be sent again when its decoder was told to stop before it had started', async () => {
    await outcomeOf('SIGKILL')
    onStart = (started) => started.kill('SIGTERM')
    expect(await outcomeOf()).toBe(503)
    onStart = () => undefined
    expect(await outcomeOf()).toBe(50)
  })

  test('is not given to a decoder that could not be reached a moment before and has not ended yet', async () => {
    await outcomeOf('SIGKILL')
    onStart = (started) => started.disconnect()
    expect(await outcomeOf()).toBe(503)
    onStart = () => undefined
    expect(await outcomeOf()).toBe(50)
  })
})

test('a picture over which its decoder breaks is damaged, and the next one is read', async () => {
  expect(await outcomeOf('SIGSEGV')).toBe('damaged')
  expect(await outcomeOf()).toBe(50)
})
