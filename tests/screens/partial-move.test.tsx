import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import type { Command } from '../../src/records/command.ts'
import { assignInspector } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
/** A change for which the device has no room. */
let noRoomFor: string | undefined
const visit = { id: 9, address_id: 3, inspector_id: 1, scheduled_datetime: '2031-01-07T09:00' } as Inspection
const before = { inspectorId: 1, at: '2031-01-07T09:00' }
const after = { inspectorId: 2, at: '2031-01-09T09:00' }

const modules = {
  '../../src/parts/use-now.ts': { useZone: () => 'America/New_York' },
  '../../src/parts/use-save.ts': { saved: (save: () => Promise<unknown>) => save().catch(() => null) },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async (command: Command, params: never, body: never, extra: never) => {
      if (command.name === noRoomFor) throw new DOMException('No room', 'QuotaExceededError')
      return perform(device, command as never, params, body, extra)
    },
  },
}

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  await device.db.rows('inspection').put(visit)
  noRoomFor = undefined
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

/** The moves of a week that is shown. */
async function shown() {
  const { useMoves } = await import('../../src/screens/week/use-moves.ts')
  let moves: ReturnType<typeof useMoves> | undefined
  function Week() {
    moves = useMoves([visit])
    return null
  }
  renderToStaticMarkup(<Week />)
  if (!moves) throw new Error('nothing was rendered')
  return moves
}

const bodies = async () => (await device.db.outbox.orderBy('seq').toArray()).map((it) => it.body)

test('II-04 II-06 a move is told as it was saved: whole, only its day where there was room for no more, or not at all', async () => {
  const moves = await shown()
  noRoomFor = assignInspector.name
  expect(await moves.move(visit, after)).toEqual({ ...before, at: after.at })
  expect(await bodies()).toEqual([{ scheduled_datetime: after.at }])
  expect(await moves.move(visit, { ...before, inspectorId: 2 })).toBeNull()
  noRoomFor = undefined
  expect(await moves.move(visit, after)).toEqual(after)
  expect(await moves.undo({ visit, from: before, to: { ...before, at: after.at } })).toEqual(before)
})
