import { eq } from 'drizzle-orm'
import { rooms as calls, prompts as promptCalls } from '../../contract/room.ts'
import { type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { creationStamps, inserted } from '../reading/created-row.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import { readPrompts, readRooms } from '../reading/room.ts'
import { prompts, rooms } from '../store/town-tables.ts'

/** The calls on checklists. Only Admins write (C-21). */
export const roomRoutes: readonly Route[] = [
  route(calls.list, ({ tx }) => readRooms({ tx }, {})),

  route(calls.one, async ({ tx, params }) => found((await readRooms({ tx }, { ids: [params.roomId] }))[0], 'Room')),

  route(calls.prompts, async ({ tx, params }) =>
    listOf(
      tx,
      { table: rooms, id: params.roomId, what: 'Room' },
      await readPrompts({ tx }, { where: eq(prompts.room_id, params.roomId) }),
    ),
  ),

  route(calls.add, async (ask) =>
    inserted(
      await ask.tx
        .insert(rooms)
        .values({ ...ask.body, ...creationStamps(ask) })
        .returning(),
    ),
  ),

  route(calls.rename, async ({ tx, params, body, now }) => {
    const set = { ...body, updated_at: now }
    const [room] = await tx.update(rooms).set(set).where(eq(rooms.id, params.roomId)).returning()
    return found(room, 'Room')
  }),

  // The prompts are deleted too. Areas made from the room keep their name.
  route(calls.remove, async ({ tx, params }) => {
    const [room] = await tx.delete(rooms).where(eq(rooms.id, params.roomId)).returning({ id: rooms.id })
    found(room, 'Room')
    return { message: 'Room deleted successfully' }
  }),

  route(calls.addPrompt, async (ask) => {
    await assertExists(ask.tx, rooms, ask.params.roomId, 'Room')
    return inserted(
      await ask.tx
        .insert(prompts)
        .values({ ...ask.body, room_id: ask.params.roomId, ...creationStamps(ask) })
        .returning(),
    )
  }),

  route(promptCalls.save, async ({ tx, params, body, now }) => {
    const set = { ...body, updated_at: now }
    const [prompt] = await tx.update(prompts).set(set).where(eq(prompts.id, params.promptId)).returning()
    return found(prompt, 'Prompt')
  }),

  route(promptCalls.remove, async ({ tx, params }) => {
    const [prompt] = await tx.delete(prompts).where(eq(prompts.id, params.promptId)).returning({ id: prompts.id })
    found(prompt, 'Prompt')
    return { message: 'Prompt deleted successfully' }
  }),
]
