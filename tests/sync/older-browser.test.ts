import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '../../src/sync/device/device.ts'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('I2 a call that is given up ends, also in a browser without AbortSignal.any: it cannot arrive later than its doubt', async () => {
  // Safari below 17.4, Chrome below 116, Firefox below 124.
  const older = class extends AbortSignal {}
  Object.defineProperty(older, 'any', { value: undefined })
  vi.stubGlobal('AbortSignal', older)
  const { callTimeoutMs, send } = await import('../../src/sync/transport/send.ts')
  const sent: Request[] = []
  // Only what a sending asks of its device.
  const device = {
    base: 'https://town.example/api',
    token: async () => null,
    now: () => 0,
    progress: new Map(),
    fetch: (request: Request) => {
      sent.push(request)
      return new Promise(() => undefined)
    },
  } as unknown as Device
  const outcome = send(
    device,
    { method: 'POST', url: '/areas/', encoding: 'json', text: '{}', ifMatch: null } as never,
    'k',
  )
  await vi.advanceTimersByTimeAsync(callTimeoutMs + 1)
  expect(await outcome).toEqual({ kind: 'silence' })
  expect(sent.map((it) => it.signal.aborted)).toEqual([true])
})
