import type { BadLine, ListCells, ListEntry, TownListName } from '../../contract/town.ts'
import { type ListPlan, townLists } from '../../rules/town-list.ts'

/** A line of a file that cannot be used; its cells if they can be told apart. */
export interface UnusableLine extends BadLine {
  cells?: ListCells
}

/** A plan that removes less, the entries that stay, and the lines for which they stay, in words. */
interface Spared {
  plan: ListPlan
  stays: ListEntry[]
  bad: BadLine[]
}

/** No cell of it is filled, as at the end of a sheet: it can stand for nothing. */
const isEmpty = ({ cells }: UnusableLine) => cells !== undefined && Object.values(cells).every((it) => it === '')

/**
 * A line that is left out is in the file all the same, so the entry with its key is not removed. A line whose key no
 * entry has may be a changed entry, nobody knows which: then nothing is removed.
 */
export const spare = (
  list: TownListName,
  known: readonly ListEntry[],
  plan: ListPlan,
  unusable: readonly UnusableLine[],
): Spared => {
  const { keyOf, one } = townLists[list]
  const keyIn = ({ cells }: { cells?: ListCells }) => cells && keyOf(cells)
  const keys = new Set<string | undefined>(known.map(keyIn))
  const named = new Set(unusable.map(keyIn))
  const isAny = unusable.some((line) => !isEmpty(line) && !keys.has(keyIn(line)))
  const isSpared = (entry: ListEntry) => isAny || named.has(keyIn(entry))
  const stays = plan.removed.filter(isSpared)
  const staying = new Set(stays.map(keyIn))
  const wordsOf = (line: UnusableLine): string => {
    if (stays.length > 0 && !isEmpty(line) && !keys.has(keyIn(line)))
      return `${line.problem}. It may be any ${one} of the list, so none is ${list === 'codes' ? 'retired' : 'removed'}`
    return staying.has(keyIn(line)) ? `${line.problem}; the ${one} stays in the list as it is` : line.problem
  }
  return {
    plan: { ...plan, removed: plan.removed.filter((it) => !isSpared(it)), same: plan.same + stays.length },
    stays,
    bad: unusable.map((it) => ({ line: it.line, problem: wordsOf(it) })),
  }
}
