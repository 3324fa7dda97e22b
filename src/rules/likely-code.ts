import { searchable } from './address-text.ts'
import { inCodeOrder } from './code-search.ts'

interface Seen {
  content: string
  codes: readonly { id: number }[]
}

interface Code {
  id: number
  chapter?: string | null
  section?: string | null
  name?: string | null
}

/** Shorter words are in every prompt and say nothing about the section. */
const shortest = 4

const wordsIn = (text: string): string[] =>
  [...new Set(searchable(text).split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length >= shortest)

/**
 * The id of the section that a prompt is probably about: the one used most with the prompt's words on this device,
 * else the one whose name shares most words with it; null if nothing fits.
 */
export function likelyCode(prompt: string, seen: readonly Seen[], codes: readonly Code[]): number | null {
  return mostUsedWith(prompt, seen) ?? bestNamed(prompt, codes)
}

function mostUsedWith(prompt: string, seen: readonly Seen[]): number | null {
  const wanted = searchable(prompt)
  const uses = new Map<number, number>()
  for (const { content, codes } of seen) {
    if (codes.length === 0 || !searchable(content).includes(wanted)) continue
    for (const { id } of codes) uses.set(id, (uses.get(id) ?? 0) + 1)
  }
  return topOf(uses, 1)
}

function bestNamed(prompt: string, codes: readonly Code[]): number | null {
  const wanted = wordsIn(prompt)
  const shared = new Map<number, number>()
  for (const { id, name } of inCodeOrder(codes)) {
    const named = new Set(wordsIn(name ?? '').map(stem))
    const count = wanted.filter((word) => named.has(stem(word))).length
    if (count > 0) shared.set(id, count)
  }
  return topOf(shared, 1)
}

/** 'alarms' and 'alarm' are one word. */
const stem = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word)

/** The first with the highest count, if that is at least `least`. */
function topOf(counts: ReadonlyMap<number, number>, least: number): number | null {
  let top: number | null = null
  for (const [id, count] of counts) if (count >= (top === null ? least : (counts.get(top) ?? 0) + 1)) top = id
  return top
}
