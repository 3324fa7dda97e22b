import { expect, test } from 'vitest'
import { nameOf } from '../../src/contract/call-name.ts'
import { removeRoom } from '../../src/screens/rooms/remove-room.ts'
import type { useCall } from '../../src/sync/react/hooks.ts'

const down = { kind: 'failed', problem: { kind: 'serverDown', status: 500 }, mayHaveArrived: false }
const done = { kind: 'done', reply: { message: 'gone' } }

/** A call that answers in turn, and the names of what was called. */
const answering = (answers: unknown[]) => {
  const called: string[] = []
  const call = async (endpoint: Parameters<typeof nameOf>[0]) => {
    called.push(nameOf(endpoint))
    return answers[called.length - 1]
  }
  return { called, call: call as unknown as ReturnType<typeof useCall> }
}

test('RM-06 on a server that cannot delete a room with prompts, the prompts go first and the room after them', async () => {
  const { call, called } = answering([down, done, done, done])
  expect(await removeRoom(call, { id: 3, name: 'Attic' }, [{ id: 7 }, { id: 8 }], false)).toBe(done)
  expect(called).toEqual([
    'DELETE /rooms/:roomId',
    'DELETE /prompts/:promptId',
    'DELETE /prompts/:promptId',
    'DELETE /rooms/:roomId',
  ])
})

test('RM-06 prompts are let alone where the server deletes them itself, or was only out of reach', async () => {
  const noSignal = { kind: 'failed', problem: { kind: 'noSignal' }, mayHaveArrived: false }
  for (const [answer, isKeyed] of [
    [down, true],
    [noSignal, false],
    [done, false],
  ] as const) {
    const { call, called } = answering([answer])
    expect(await removeRoom(call, { id: 3, name: 'Attic' }, [{ id: 7 }], isKeyed)).toBe(answer)
    expect(called).toHaveLength(1)
  }
})
