import * as z from 'zod/mini'
import { get, post, put, remove } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { anyRemark, filledLine, filledRemark, MessageReply, stamps } from './text.ts'

/** A checklist template, such as "Kitchen" (EN-11); an area is matched to it by name (C-16). */
export const Room = z.object({ id: idOf('room'), name: z.string(), ...stamps })
export type Room = z.infer<typeof Room>

/** One line of a room's checklist (EN-11). */
export const Prompt = z.object({ id: idOf('prompt'), content: z.string(), room_id: idOf('room'), ...stamps })
export type Prompt = z.infer<typeof Prompt>

export const RoomFields = z.object({ name: filledLine('Room Name is required') })
export type RoomFields = z.infer<typeof RoomFields>

export const PromptFields = z.object({ content: filledRemark('Prompt is required') })
export type PromptFields = z.infer<typeof PromptFields>

export const rooms = {
  list: get('B95', '/rooms/', z.array(Room)),
  one: get('B96', '/rooms/:roomId', Room),
  prompts: get('B97', '/rooms/:roomId/prompts', z.array(Prompt)),
  add: post('B98', '/rooms/', RoomFields, Room),
  rename: put('B99', '/rooms/:roomId', RoomFields, Room),
  remove: remove('B100', '/rooms/:roomId', MessageReply),
  addPrompt: post('B101', '/rooms/:roomId/prompts', PromptFields, Prompt),
}

export const prompts = {
  /** Each prompt is saved on every change, so a field that is empty for a moment is no mistake (RM-08). */
  save: put('B102', '/prompts/:promptId', z.object({ content: anyRemark }), Prompt),
  remove: remove('B103', '/prompts/:promptId', MessageReply),
}
