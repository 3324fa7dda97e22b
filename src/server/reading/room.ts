import { asc, getTableColumns, sql } from 'drizzle-orm'
import { prompts, rooms } from '../store/town-tables.ts'
import { type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _roomKey, ...roomColumns } = getTableColumns(rooms)
const { created_by_key: _promptKey, ...promptColumns } = getTableColumns(prompts)

const fromRooms = readingOf(rooms, [sql`lower(${rooms.name})`, asc(rooms.id)], (tx) =>
  tx.select(roomColumns).from(rooms).$dynamic(),
)

/** Rooms by name. */
export const readRooms = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromRooms(tx, reading)

const fromPrompts = readingOf(prompts, [asc(prompts.id)], (tx) => tx.select(promptColumns).from(prompts).$dynamic())

/** Prompts in the order in which they were written, which is that of the checklist. */
export const readPrompts = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromPrompts(tx, reading)
