import type { ListCells, TownListName } from '../../contract/town.ts'
import { tidyCells } from '../../rules/town-list.ts'
import { keyOf, phraseProblem } from '../cli/phrase-import.ts'
import { roomProblem } from '../cli/room-import.ts'
import { wordsIn, wordsProblem } from '../cli/synonym-import.ts'
import { lineProblem } from '../cli/table-import.ts'
import { codeTarget } from '../cli/targets.ts'
import type { Tx } from '../store/core-tables.ts'
import { codes } from '../store/town-tables.ts'

/** A line as the list stores it, and what keeps it from being stored. */
interface Checked {
  cells: ListCells
  problem?: string | undefined
}

/** Checks lines of a list, by the same rules as the imports of the command line. */
export const checkerOf = async (tx: Tx, list: TownListName): Promise<(cells: ListCells) => Checked> => {
  const ids = list === 'phrases' ? await codeIdsIn(tx) : new Map<string, number>()
  return (given) => {
    const cells = kept(list, tidyCells(given))
    return { cells, problem: unreadable(cells) ?? problemOf(list, cells, ids) }
  }
}

const problemOf = (list: TownListName, cells: ListCells, codeIds: ReadonlyMap<string, number>): string | undefined => {
  if (list === 'rooms') return roomProblem(cells)
  if (list === 'synonyms') return wordsProblem(wordsIn(cells.words ?? ''))
  if (list === 'phrases') return phraseProblem(cells, codeIds)
  return lineProblem(codeTarget, filled(cells))
}

const filled = (cells: ListCells): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const unreadable = (cells: ListCells): string | undefined => {
  const wrong = Object.entries(cells).find(([, value]) => value?.includes('\uFFFD') || value?.includes('\0'))
  if (!wrong) return undefined
  return wrong[1].includes('\0')
    ? `${wrong[0]} holds a zero character`
    : `${wrong[0]} is not UTF-8 text; save the file as "CSV UTF-8"`
}

/** Different notations of the same value are stored in one form. */
const kept = (list: TownListName, cells: ListCells): ListCells => {
  if (list === 'synonyms') return tidyCells({ words: wordsIn(cells.words ?? '').join('; ') })
  if (list === 'codes' && cells.retired !== undefined && known.test(cells.retired))
    return { ...cells, retired: /^(t|true|yes|y|1)$/i.test(cells.retired) ? 'yes' : 'no' }
  return cells
}

const known = /^(t|f|true|false|yes|no|y|n|1|0)$/i

/** The sections of the code book by chapter and number. */
export const codeIdsIn = async (tx: Tx): Promise<Map<string, number>> => {
  const rows = await tx.select({ id: codes.id, chapter: codes.chapter, section: codes.section }).from(codes)
  return new Map(rows.map(({ id, chapter, section }) => [keyOf(chapter, section), id]))
}
