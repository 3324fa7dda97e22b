import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { roomById } from '../../src/records/room.ts'
import { valueQuery } from '../../src/records/value.ts'

/** Whether the code of calls can be loaded: until the app is installed, that needs signal too. */
let isCodeHere: boolean

const failed = { kind: 'failed', problem: { kind: 'noSignal' }, mayHaveArrived: false }
const done = { kind: 'done', reply: {} }

beforeEach(() => {
  isCodeHere = false
  vi.resetModules()
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useCallback: (act: unknown) => act,
    useEffect: () => undefined,
    useRef: (current: unknown) => ({ current }),
  }))
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ device: {} }) }))
  vi.doMock('../../src/sync/online/call.ts', () => {
    if (!isCodeHere) throw new TypeError('Failed to fetch dynamically imported module')
    const call = async () => done
    return { callNow: call, readNow: call, askNow: call }
  })
})
afterEach(() => {
  for (const path of ['react', '../../src/sync/react/engine.ts', '../../src/sync/online/call.ts']) vi.doUnmock(path)
  vi.resetModules()
})

test('an action of the office whose code cannot be loaded has no signal, says so, and can be tried again', async () => {
  const { useCall } = await import('../../src/sync/react/hooks.ts')
  const { useAskNow, useReadNow } = await import('../../src/sync/react/read-now.ts')
  const [call, read, ask] = [useCall(), useReadNow(), useAskNow()]
  const remove = () => call(rooms.remove, { roomId: 3 }, undefined, null)
  const prompts = valueQuery('room', rooms.prompts, { roomId: 3 })
  expect([await remove(), await read(roomById(3)), await ask(prompts)]).toEqual([failed, failed, failed])
  isCodeHere = true
  expect([await remove(), await read(roomById(3)), await ask(prompts)]).toEqual([done, done, done])
})
