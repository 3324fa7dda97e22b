import { createHash } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { ListCells, ListEntry, TownListName } from '../../contract/town.ts'
import { inListOrder, saysTheSame, tidyCells } from '../../rules/town-list.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { codeSynonyms, phrases } from '../store/field-tables.ts'
import { codes, prompts, rooms } from '../store/town-tables.ts'

const readers: Record<TownListName, (tx: Tx) => Promise<ListEntry[]>> = {
  rooms: async (tx) => {
    const rows = await tx
      .select({ roomId: rooms.id, room: rooms.name, id: prompts.id, prompt: prompts.content })
      .from(rooms)
      .leftJoin(prompts, eq(prompts.room_id, rooms.id))
      .orderBy(asc(rooms.id), asc(prompts.id))
    // A room without prompts is a line too. Its number is negative, because positive ones belong to prompts.
    return rows.map(({ roomId, room, id, prompt }) => entry(id ?? -roomId, { room, prompt: prompt ?? '' }))
  },
  codes: async (tx) => {
    const { id, chapter, section, name, description, retired } = codes
    const rows = await tx.select({ id, chapter, section, name, description, retired }).from(codes).orderBy(asc(id))
    const entries = rows.map(({ id, retired, ...cells }) => entry(id, { ...cells, retired: retired ? 'yes' : 'no' }))
    return inListOrder('codes', entries)
  },
  synonyms: async (tx) => {
    const rows = await tx.select().from(codeSynonyms).orderBy(asc(codeSynonyms.id))
    return rows.map(({ id, words }) => entry(id, { words: words.join('; ') }))
  },
  phrases: async (tx) => {
    const rows = await tx
      .select({
        id: phrases.id,
        text: phrases.text,
        room: phrases.room,
        chapter: codes.chapter,
        section: codes.section,
      })
      .from(phrases)
      .leftJoin(codes, eq(codes.id, phrases.code_id))
      .orderBy(asc(phrases.id))
    return rows.map(({ id, text, room, chapter, section }) =>
      entry(id, { text, room: room ?? '', chapter: chapter ?? '', section: section ?? '' }),
    )
  },
}

const entry = (id: number, cells: ListCells): ListEntry => ({ id, cells: tidyCells(cells) })

/** The lines of a list, in its own order. */
export const readList = (tx: Tx, list: TownListName): Promise<ListEntry[]> => readers[list](tx)

/** Identifies the state of a list; different after each change. */
export const versionOf = (entries: readonly ListEntry[]): string =>
  createHash('sha256')
    .update(JSON.stringify(entries.map(({ id, cells }) => [id, tidyCells(cells)])))
    .digest('base64url')
    .slice(0, 22)

/** The tables that hold a list. */
export const tablesOfList = { rooms: [rooms, prompts], codes: [codes], synonyms: [codeSynonyms], phrases: [phrases] }

/** Reads a list that is about to be changed, and locks it until this call is done. */
export const lockList = async (tx: Tx, list: TownListName): Promise<ListEntry[]> => {
  await tx.execute(sql`lock table ${sql.join(tablesOfList[list], sql`, `)} in share row exclusive mode`)
  return readList(tx, list)
}

/** The line as the caller saw it. Throws 409 if it has changed since, 404 if it is gone. */
export const assertSeen = (entries: readonly ListEntry[], id: number, seen: ListCells): ListEntry => {
  const known = entries.find((it) => it.id === id)
  if (!known) throw new Refused(404, 'Somebody else has removed this line meanwhile')
  if (!saysTheSame(known.cells, seen))
    throw new Refused(409, 'Somebody else has changed this line meanwhile. Look at it as it is now, then save again.')
  return known
}
