import type { Id } from '../contract/id.ts'
import { rooms } from '../contract/room.ts'
import { listQuery, oneQuery } from './query.ts'

export const allRooms = () => listQuery('room', rooms.list, {})

export const roomById = (roomId: Id) => oneQuery('room', rooms.one, { roomId }, roomId)

/** The checklist of a room. */
export const promptsOfRoom = (roomId: Id) =>
  listQuery('prompt', rooms.prompts, { roomId }, { scope: { room_id: roomId } })
