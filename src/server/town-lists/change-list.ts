import { eq, inArray, sql } from 'drizzle-orm'
import type { ListCells, ListEntry, TownListName } from '../../contract/town.ts'
import { searchable } from '../../rules/address-text.ts'
import { type ListPlan, tidyCells } from '../../rules/town-list.ts'
import { keyOf } from '../cli/phrase-import.ts'
import { wordsIn } from '../cli/synonym-import.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { codeSynonyms, phrases } from '../store/field-tables.ts'
import { codes, prompts, rooms } from '../store/town-tables.ts'
import { codeIdsIn } from './check-line.ts'

type Asking = Pick<CallContext, 'tx' | 'now'>

/** Rows of one statement. */
const AT_ONCE = 1000

const inParts = async <Item>(items: readonly Item[], work: (part: Item[]) => Promise<unknown>): Promise<void> => {
  for (let at = 0; at < items.length; at += AT_ONCE) await work(items.slice(at, at + AT_ONCE))
}

const codeRow = ({ chapter = '', section = '', name = '', description = '', retired }: ListCells) => ({
  chapter,
  section,
  name,
  description,
  retired: retired === 'yes',
})

const phraseRow = (ids: ReadonlyMap<string, number>, { text = '', room, chapter = '', section = '' }: ListCells) => ({
  text,
  room: room ?? null,
  code_id: ids.get(keyOf(chapter, section)) ?? null,
})

/** Adds a line, or replaces the one with this number. */
export const saveLine = async (ask: Asking, list: TownListName, id: number | null, cells: ListCells): Promise<void> => {
  const { tx, now } = ask
  if (list === 'codes') {
    const stamps = { updated_at: now }
    if (id === null) await tx.insert(codes).values({ ...codeRow(cells), ...stamps, created_at: now })
    else
      await tx
        .update(codes)
        .set({ ...codeRow(cells), ...stamps })
        .where(eq(codes.id, id))
  } else if (list === 'synonyms') {
    const words = wordsIn(cells.words ?? '')
    if (id === null) await tx.insert(codeSynonyms).values({ words })
    else await tx.update(codeSynonyms).set({ words }).where(eq(codeSynonyms.id, id))
  } else if (list === 'phrases') {
    const row = phraseRow(await codeIdsIn(tx), cells)
    if (id === null) await tx.insert(phrases).values(row)
    else await tx.update(phrases).set(row).where(eq(phrases.id, id))
  } else throw new Refused(422, 'Rooms and prompts are changed on their own page')
}

/** Removes a line. A code section is only retired, because violations refer to it. */
export const removeLine = async (tx: Tx, list: TownListName, id: number): Promise<void> => {
  if (list === 'synonyms') await tx.delete(codeSynonyms).where(eq(codeSynonyms.id, id))
  else if (list === 'phrases') await tx.delete(phrases).where(eq(phrases.id, id))
  else if (list === 'codes') throw new Refused(409, 'A section stays, for records name it. Retire it instead.')
  else throw new Refused(422, 'Rooms and prompts are removed on their own page')
}

/** What a file makes of a list: the list as it is, what is to be changed in it, and all lines of the file. */
interface Import {
  known: readonly ListEntry[]
  plan: ListPlan
  lines: readonly ListCells[]
}

/** Carries out a plan. If the file is the whole list, the list gets the file's order. */
export const carryOut = async (ask: Asking, list: TownListName, { known, plan, lines }: Import): Promise<void> => {
  const { tx } = ask
  if (list === 'codes') return changeCodes(ask, plan)
  if (list === 'rooms') return changeRooms(ask, plan, lines)
  const { gone, changed, added } = inFileOrder(known, plan, lines)
  if (list === 'synonyms') {
    const rowOf = ({ words = '' }: ListCells) => ({ words: wordsIn(words) })
    await inParts(gone, (part) => tx.delete(codeSynonyms).where(inArray(codeSynonyms.id, part)))
    for (const { id, cells } of changed) await tx.update(codeSynonyms).set(rowOf(cells)).where(eq(codeSynonyms.id, id))
    await inParts(added, (part) => tx.insert(codeSynonyms).values(part.map(rowOf)))
  } else {
    const ids = await codeIdsIn(tx)
    await inParts(gone, (part) => tx.delete(phrases).where(inArray(phrases.id, part)))
    for (const { id, cells } of changed) await tx.update(phrases).set(phraseRow(ids, cells)).where(eq(phrases.id, id))
    await inParts(added, (part) => tx.insert(phrases).values(part.map((it) => phraseRow(ids, it))))
  }
}

/**
 * A list is in the order of its numbers. Lines keep theirs up to the first that is new or comes from further below: from
 * there on all are written anew.
 */
const inFileOrder = (known: readonly ListEntry[], { changed, removed }: ListPlan, lines: readonly ListCells[]) => {
  const wordsOf = (cells: ListCells) => JSON.stringify(tidyCells(cells))
  const others = new Set([...changed, ...removed].map(({ id }) => id))
  const stays = [...known.filter(({ id }) => !others.has(id)), ...changed]
  const ids = new Map(stays.map(({ id, cells }) => [wordsOf(cells), id]))
  const numbers = lines.map((it) => ids.get(wordsOf(it)) ?? 0)
  const first = numbers.findIndex((id, at) => id <= (numbers[at - 1] ?? 0))
  const kept = new Set(first < 0 ? numbers : numbers.slice(0, first))
  return {
    gone: known.map(({ id }) => id).filter((id) => !kept.has(id)),
    changed: changed.filter(({ id }) => kept.has(id)),
    added: first < 0 ? [] : lines.slice(first),
  }
}

const changeCodes = async ({ tx, now }: Asking, { added, changed, removed }: ListPlan): Promise<void> => {
  const stamps = { created_at: now, updated_at: now }
  await inParts(added, (part) => tx.insert(codes).values(part.map((it) => ({ ...codeRow(it), ...stamps }))))
  for (const { id, cells } of changed)
    await tx
      .update(codes)
      .set({ ...codeRow(cells), updated_at: now })
      .where(eq(codes.id, id))
  const gone = removed.map(({ id }) => id)
  await inParts(gone, (part) => tx.update(codes).set({ retired: true, updated_at: now }).where(inArray(codes.id, part)))
}

const same = (text: string | undefined): string => searchable(text ?? '')

const changeRooms = async (
  { tx, now }: Asking,
  { added, removed }: ListPlan,
  lines: readonly ListCells[],
): Promise<void> => {
  const stamps = { created_at: now, updated_at: now }
  const known = await tx.select({ id: rooms.id, name: rooms.name }).from(rooms).orderBy(sql`${rooms.id} desc`)
  const ids = new Map(known.map(({ id, name }) => [same(name), id]))
  const names = new Map(added.filter(({ room }) => !ids.has(same(room))).map(({ room = '' }) => [same(room), room]))
  await inParts([...names.values()], async (part) => {
    const made = await tx
      .insert(rooms)
      .values(part.map((name) => ({ name, ...stamps })))
      .returning({ id: rooms.id, name: rooms.name })
    for (const { id, name } of made) ids.set(same(name), id)
  })
  const asked = added.flatMap(({ room, prompt }) => {
    const room_id = ids.get(same(room))
    return prompt && room_id !== undefined ? [{ room_id, content: prompt, ...stamps }] : []
  })
  await inParts(asked, (part) => tx.insert(prompts).values(part))
  const gone = removed.flatMap(({ id }) => (id > 0 ? [id] : []))
  const lost = new Set<number>()
  await inParts(gone, async (part) => {
    const rows = await tx.delete(prompts).where(inArray(prompts.id, part)).returning({ room: prompts.room_id })
    for (const { room } of rows) lost.add(room)
  })
  const holding = new Set((await tx.selectDistinct({ room: prompts.room_id }).from(prompts)).map(({ room }) => room))
  // Of several rooms of one name, one with prompts stays, and without prompts the first.
  for (const { id, name } of known) if (holding.has(id)) ids.set(same(name), id)
  const named = new Set(lines.map(({ room }) => same(room)))
  const isWanted = (id: number, name: string) => named.has(same(name)) && ids.get(same(name)) === id
  const left = known.filter(({ id, name }) => lost.has(id) && !holding.has(id) && !isWanted(id, name))
  const emptied = [...left.map(({ id }) => id), ...removed.flatMap(({ id }) => (id < 0 ? [-id] : []))]
  await inParts(emptied, (part) => tx.delete(rooms).where(inArray(rooms.id, part)))
}
