import { searchable } from './address-text.ts'
import { groupedBy } from './grouped.ts'

/** An observation that was written: its words, the name of its room and the sections it names. */
export interface SeenWords {
  content: string
  room: string
  codes: readonly number[]
}

/** A phrase of the town's list. */
interface TownPhrase {
  text: string
  room: string | null
  code_id: number | null
}

/** Words that are offered, and the section that comes with them. */
export interface OfferedPhrase {
  text: string
  codeId: number | null
}

/** So many are offered. */
const most = 5
/** Longer words are an observation of their own and no phrase. */
const longest = 80
/** Words written so often are a habit. */
const isHabit = 2

/** Where an observation is being written: the name of its room, and the sections chosen so far. */
interface Place {
  room: string
  codes: readonly number[]
}

/**
 * The phrases for an observation in a room with some sections chosen, each once: first the town's that are for this room
 * or one of the sections, then what was written in such rooms or with such sections at least twice, the most frequent
 * first, then the town's for any. It goes through all that was seen: `stillOffered` is for each letter typed.
 */
export function phrasesAt(
  { room, codes }: Place,
  town: readonly TownPhrase[],
  seen: readonly SeenWords[],
): OfferedPhrase[] {
  const here = searchable(room)
  const fits = (it: TownPhrase) =>
    (it.room === null || searchable(it.room) === here) && (it.code_id === null || codes.includes(it.code_id))
  const isForAny = (it: TownPhrase) => it.room === null && it.code_id === null
  const fitting = town.filter(fits)
  // In this room a phrase for one of its sections is worth offering before the section is chosen: it brings it along.
  const ofRoom = town.filter((it) => !fits(it) && it.room !== null && searchable(it.room) === here)
  const offered = [
    ...[...fitting.filter((it) => !isForAny(it)), ...ofRoom].map((it) => ({ text: it.text, codeId: it.code_id })),
    ...habits(seen, { here, codes }),
    ...fitting.filter(isForAny).map((it) => ({ text: it.text, codeId: null })),
  ]
  const byWords = new Map<string, OfferedPhrase>()
  for (const it of offered) {
    const words = searchable(it.text)
    if (!byWords.has(words)) byWords.set(words, it)
  }
  return [...byWords.values()]
}

/** Those to offer beside what is typed: what stands there already is not offered. */
export function stillOffered(phrases: readonly OfferedPhrase[], typed: string): OfferedPhrase[] {
  const taken = searchable(typed)
  return phrases.filter(({ text }) => !taken.includes(searchable(text))).slice(0, most)
}

/** What was written at least twice in such rooms, or with one of the sections. */
function habits(seen: readonly SeenWords[], at: { here: string; codes: readonly number[] }): OfferedPhrase[] {
  const fitting = seen.filter(
    ({ content, room, codes }) =>
      content.trim().length <= longest &&
      !content.includes('\n') &&
      (searchable(room) === at.here || codes.some((id) => at.codes.includes(id))),
  )
  return [...groupedBy(fitting, (it) => searchable(it.content.trim())).values()]
    .filter((alike) => alike.length >= isHabit)
    .sort((a, b) => b.length - a.length)
    .flatMap(([first]) => (first ? [{ text: first.content.trim(), codeId: first.codes[0] ?? null }] : []))
}
