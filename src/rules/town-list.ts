import type { ListCells, ListEntry, ListField, TownListName } from '../contract/town.ts'
import type { CsvCell } from './csv.ts'
import { byText } from './list-order.ts'

/** What a list of the town consists of. */
interface ListKind {
  /** The columns of its file, in their order. */
  fields: readonly ListField[]
  /** What a person calls a list, a line of it, and several. */
  title: string
  one: string
  many: string
  /** Its file is the whole list: what the file leaves out goes. */
  isWhole: boolean
  /** What makes a line the same line after a change. */
  keyOf(cells: ListCells): string
  /** A known line with what the file says of it, where a file only adds. */
  merged?(known: ListCells, line: ListCells): ListCells
}

const key = (...parts: (string | undefined)[]): string =>
  JSON.stringify(parts.map((part) => (part ?? '').trim().toLowerCase()))

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
    // An empty cell wipes nothing.
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

/** Filled cells alone, in one order: two lines that say the same are the same text. */
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
 * What a file would change of a list. With `whole` a known line that the file does not name goes. Lines of the file that
 * say the same count once.
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

/** A line that names only a room adds nothing where there is such a room. */
const isKnownRoom = (list: TownListName, line: ListCells, known: readonly ListEntry[]): boolean =>
  list === 'rooms' && !line.prompt && known.some(({ cells }) => key(cells.room) === key(line.room))

/** A retired section is out of use already; a room without prompts stays where the file gives it some. */
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
