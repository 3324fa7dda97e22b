import { holds, needlesOf, searchRanks } from './address-match.ts'
import { searchable, searchText } from './address-text.ts'

/** A search result to open: a page, or a record with its own page. */
export interface Goal {
  /** The path of its page, which also identifies it. */
  path: string
  /** Its kind in one word: 'Page', 'Contact'. */
  kind: string
  title: string
  /** What distinguishes it from others with the same name; '' for nothing. */
  detail: string
}

/** A result with the text that is searched. */
export interface SearchedGoal extends Goal {
  searched: string
}

/** How many are listed. */
export const mostGoals = 12

/** A result that is found by the words of its title, its detail and `more`. */
export const searchedGoal = (goal: Goal, ...more: (string | null | undefined)[]): SearchedGoal => ({
  ...goal,
  searched: [goal.title, goal.detail, goal.kind, ...more].map((it) => `\n${searchable(it ?? '')}`).join(''),
})

/**
 * The results with every typed word, in any order, at most `mostGoals`. First come those with a field that begins with
 * the whole text, then those with a word beginning with each typed word, then the others; within a rank in the given
 * order.
 */
export const goalsFound = (goals: readonly SearchedGoal[], typed: string): Goal[] => {
  const wanted = searchText(typed)
  if (wanted === null) return []
  const ranks = searchRanks(wanted).map((all) => all.map(needlesOf))
  const widest = ranks.at(-1) ?? []
  const byRank: SearchedGoal[][] = ranks.map(() => [])
  for (const goal of goals) {
    if (!holds(goal.searched, widest)) continue
    byRank[ranks.findIndex((all) => holds(goal.searched, all))]?.push(goal)
  }
  return byRank.flat().slice(0, mostGoals)
}

/** A typed number, alone or after the word for a record: 'violation 12', '#12'. Null if there is none. */
export const numberIn = (typed: string): { number: number; word: string } | null => {
  const [, word = '', digits] = /^\s*(\p{L}*)\s*#?\s*(\d{1,9})\s*$/u.exec(typed) ?? []
  const number = Number(digits)
  return digits === undefined || number === 0 ? null : { number, word: searchable(word) }
}

/** Groups of results in sequence, each result once: in its first place, with the words of the last group that has it. */
export const mergedGoals = <Found extends Goal>(...groups: readonly (readonly Found[])[]): Found[] =>
  [...new Map(groups.flat().map((goal) => [goal.path, goal])).values()].slice(0, mostGoals)
