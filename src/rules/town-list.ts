import type { ListCells, ListEntry, ListField, TownListName } from '../contract/town.ts'
import { searchable } from './address-text.ts'
import type { CsvCell } from './csv.ts'
import { byText } from './list-order.ts'

/** The structure of a list of the town. */
interface ListKind {
  /** The columns of its file, in their order. */
  fields: readonly ListField[]
  /** The words for a list, for one of its lines and for several. */
  title: string
  one: string
  many: string
  /** Its file is the whole list, so lines missing in the file are removed. */
  isWhole: boolean
  /** The columns that identify a line after a change. */
  keyOf(cells: ListCells): string
  /** A known line with the values of the file, for lists to which a file only adds. */
  merged?(known: ListCells, line: ListCells): ListCells
}

const key = (...parts: (string | undefined)[]): string => JSON.stringify(parts.map((part) => searchable(part ?? '')))

export const townLists: Record<TownListName, ListKind> = {
  rooms: {
    fields: ['room', 'prompt'],
    title: 'Rooms and prompts',
    one: 'prompt',
    many: 'prompts',
    isWhole: false,
    keyOf: ({ room, prompt }) => key(room, prompt),
    merged: (known) => known,
  },
  codes: {
    fields: ['chapter', 'section', 'name', 'description', 'retired'],
    title: 'Code sections',
    one: 'section',
    many: 'sections',
    isWhole: false,
    keyOf: ({ chapter, section }) => key(chapter, section),
    // An empty cell deletes nothing.
    merged: (known, line) => ({ ...known, ...tidyCells(line) }),
  },
  synonyms: {
    fields: ['words'],
    title: 'Synonyms',
    one: 'group',
    many: 'groups',
    isWhole: true,
    keyOf: ({ words }) => key(words?.split(';')[0]),
  },
  phrases: {
    fields: ['text', 'room', 'chapter', 'section'],
    title: 'Phrases',
    one: 'phrase',
    many: 'phrases',
    isWhole: true,
    keyOf: ({ text }) => key(text),
  },
}

/** Only filled cells, in a fixed order, so that equal lines are equal texts. */
export const tidyCells = (cells: ListCells): ListCells => {
  const filled = Object.entries(cells).flatMap(([name, value]) => {
    const text = value?.trim()
    return text ? [[name, text] as const] : []
  })
  return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const saysTheSame = (a: ListCells, b: ListCells): boolean =>
  JSON.stringify(tidyCells(a)) === JSON.stringify(tidyCells(b))

/** What an import would do. */
export interface ListPlan {
  added: ListCells[]
  changed: { id: number; before: ListCells; cells: ListCells }[]
  removed: ListEntry[]
  same: number
}

/**
 * What a file would change in a list. With `whole`, known lines that are missing in the file are removed. Equal lines
 * of the file count once.
 */
export function listPlan(
  list: TownListName,
  known: readonly ListEntry[],
  lines: readonly ListCells[],
  whole: boolean,
): ListPlan {
  const kind = townLists[list]
  const plan: ListPlan = { added: [], changed: [], removed: [], same: 0 }
  const left = new Set(known)
  const exact = indexed(known, ({ cells }) => JSON.stringify(tidyCells(cells)))
  const byKey = indexed(known, ({ cells }) => kind.keyOf(cells))
  const seen = new Set<string>()
  const open: ListCells[] = []
  for (const line of lines) {
    const text = JSON.stringify(kind.merged ? kind.keyOf(line) : tidyCells(line))
    if (seen.has(text)) continue
    seen.add(text)
    const entry = kind.merged ? undefined : exact.get(text)?.[0]
    if (entry) {
      left.delete(entry)
      plan.same++
    } else open.push(line)
  }
  for (const line of open) {
    const before = byKey.get(kind.keyOf(line))?.find((entry) => left.has(entry))
    if (!before) {
      if (isKnownRoom(list, line, known)) plan.same++
      else plan.added.push(line)
      continue
    }
    left.delete(before)
    const cells = kind.merged ? kind.merged(before.cells, line) : line
    if (saysTheSame(before.cells, cells)) plan.same++
    else plan.changed.push({ id: before.id, before: before.cells, cells })
  }
  if (whole || kind.isWhole) plan.removed = [...left].filter((entry) => isRemovable(list, entry, open))
  return plan
}

/** A line with only a room adds nothing if the room exists. */
const isKnownRoom = (list: TownListName, line: ListCells, known: readonly ListEntry[]): boolean =>
  list === 'rooms' && !line.prompt && known.some(({ cells }) => key(cells.room) === key(line.room))

/** A retired section is not in use already; a room without prompts stays if the file gives it some. */
const isRemovable = (list: TownListName, { cells }: ListEntry, lines: readonly ListCells[]): boolean => {
  if (list === 'codes') return cells.retired !== 'yes'
  if (list === 'rooms' && !cells.prompt) return !lines.some((line) => key(line.room) === key(cells.room))
  return true
}

const indexed = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> => {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const name = nameOf(item)
    const same = found.get(name)
    if (same) same.push(item)
    else found.set(name, [item])
  }
  return found
}

/** A list as a table for a file, with the columns that an import takes. */
export const listTable = (
  list: TownListName,
  entries: readonly ListEntry[],
): { heads: ListField[]; lines: CsvCell[][] } => {
  const { fields } = townLists[list]
  return { heads: [...fields], lines: entries.map(({ cells }) => fields.map((field) => cells[field] ?? '')) }
}

/** Sections in the order of the book; other lists stay as they are. */
export const inListOrder = (list: TownListName, entries: readonly ListEntry[]): ListEntry[] =>
  list === 'codes' ? byText(entries, ({ cells }) => `${cells.chapter ?? ''} ${cells.section ?? ''}`) : [...entries]
