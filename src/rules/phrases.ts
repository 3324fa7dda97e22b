import { searchable } from './address-text.ts'
import { groupedBy } from './grouped.ts'

/** A written observation: its text, the name of its room and its code sections. */
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

/** An offered text, and the section that comes with it. */
export interface OfferedPhrase {
  text: string
  codeId: number | null
}

/** The most phrases offered. */
const most = 5
/** Longer texts are unique observations, not phrases. */
const longest = 80
/** A text written this often is a habit. */
const isHabit = 2

/** Where an observation is being written: the name of its room, and the sections chosen so far. */
interface Place {
  room: string
  codes: readonly number[]
}

/**
 * The phrases for an observation in a room with some sections chosen, each once. First the town's for this room or one
 * of the sections, then texts written at least twice in such rooms or with such sections, most frequent first, then
 * the town's general ones. It reads all observations; use `stillOffered` for each typed letter.
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
  // In this room a phrase for one of its sections is offered before the section is chosen, because it adds the
  // section.
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

/** The phrases to offer beside the typed text, without those that are in it already. */
export function stillOffered(phrases: readonly OfferedPhrase[], typed: string): OfferedPhrase[] {
  const taken = searchable(typed)
  return phrases.filter(({ text }) => !taken.includes(searchable(text))).slice(0, most)
}

/** Texts written at least twice in such rooms, or with one of the sections. */
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
