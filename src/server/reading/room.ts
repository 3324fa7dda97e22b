import { asc, getTableColumns, sql } from 'drizzle-orm'
import { prompts, rooms } from '../store/town-tables.ts'
import { narrow, type Reader, type Reading } from './page.ts'

const { created_by_key: _roomKey, ...roomColumns } = getTableColumns(rooms)
const { created_by_key: _promptKey, ...promptColumns } = getTableColumns(prompts)

/** Rooms by name. */
export const readRooms = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  narrow(tx.select(roomColumns).from(rooms).$dynamic(), reading, [sql`lower(${rooms.name})`, asc(rooms.id)])

/** Prompts in the order in which they were written: that of the checklist. */
export const readPrompts = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  narrow(tx.select(promptColumns).from(prompts).$dynamic(), reading, [asc(prompts.id)])
