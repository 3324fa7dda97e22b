import { type Prompt, prompts as promptCalls, type Room, rooms } from '../../contract/room.ts'
import type { Answer } from '../../sync/online/call.ts'
import type { useCall } from '../../sync/react/hooks.ts'

/**
 * Deletes a room with its prompts. A server without keys may answer 500 for a room that still has prompts. Then the
 * prompts are deleted first, and the room's deletion is tried again.
 */
export async function removeRoom(
  call: ReturnType<typeof useCall>,
  { id: roomId, name }: Pick<Room, 'id' | 'name'>,
  prompts: readonly Pick<Prompt, 'id'>[],
  isKeyed: boolean,
): Promise<Answer<unknown>> {
  const leaves = {
    removes: [{ type: 'room' as const, id: roomId }, ...prompts.map(({ id }) => ({ type: 'prompt' as const, id }))],
    words: `Room ${name} deleted`,
  }
  const answer = await call(rooms.remove, { roomId }, undefined, leaves)
  const mayHoldPrompts = answer.kind === 'failed' && answer.problem.kind === 'serverDown' && prompts.length > 0
  if (!mayHoldPrompts || isKeyed) return answer
  for (const { id } of prompts) {
    const gone = await call(promptCalls.remove, { promptId: id }, undefined, {
      removes: [{ type: 'prompt', id }],
      words: `Prompt of ${name} deleted`,
    })
    if (gone.kind === 'failed') return gone
  }
  return call(rooms.remove, { roomId }, undefined, leaves)
}
