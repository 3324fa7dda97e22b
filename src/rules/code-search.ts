import { searchable } from './address-text.ts'
import { byText } from './list-order.ts'

/** The fields of a code section that filters and pickers read. */
interface CodeWords {
  chapter?: string | null
  section?: string | null
  name?: string | null
  description?: string | null
}

/** Whether a text matches chapter, section, name or description, ignoring case (CF-41, CD-02). Blank matches all. */
export function codeMatches({ chapter, section, name, description }: CodeWords, typed: string): boolean {
  const wanted = searchable(typed)
  return [chapter, section, name, description].some((field) => searchable(field ?? '').includes(wanted))
}

/** A shorter beginning would match every group of synonyms. */
const shortestSynonym = 3

/** Words with the same meaning as the typed one in the town's list: 'sink' and 'drain' for 'plumb'. */
function alike(typed: string, synonyms: readonly (readonly string[])[]): string[] {
  const wanted = searchable(typed)
  if (wanted.length < shortestSynonym) return []
  const groups = synonyms.filter((words) => words.some((word) => searchable(word).startsWith(wanted)))
  return [...new Set(groups.flat())]
}

/**
 * The sections that match a typed text, each group in the order of the book: those with this number or name, those that
 * mention it, those that only match a synonym.
 */
export function codesFound<Code extends CodeWords>(
  codes: readonly Code[],
  typed: string,
  synonyms: readonly (readonly string[])[],
): Code[] {
  const words = alike(typed, synonyms)
  const named: Code[] = []
  const mentioning: Code[] = []
  const others: Code[] = []
  for (const it of codes) {
    if (codeMatches({ ...it, description: null }, typed)) named.push(it)
    else if (codeMatches(it, typed)) mentioning.push(it)
    else if (words.some((word) => codeMatches(it, word))) others.push(it)
  }
  return [named, mentioning, others].flatMap(inCodeOrder)
}

/** Whether it is in this chapter (CD-02). A blank chapter matches all. */
export const isInChapter = (code: CodeWords, chapter: string): boolean =>
  searchable(chapter) === '' || searchable(code.chapter ?? '') === searchable(chapter)

/** The chapters of the code book in order, each once: the choices of the filter (CD-02). */
export const chaptersOf = (codes: readonly CodeWords[]): string[] =>
  byText([...new Set(codes.flatMap(({ chapter }) => (chapter?.trim() ? [chapter.trim()] : [])))], (chapter) => chapter)

/** Sections by chapter, then section, with numbers compared as numbers (C-37). */
export const inCodeOrder = <Code extends CodeWords>(codes: readonly Code[]): Code[] =>
  byText(codes, ({ chapter, section }) => `${chapter ?? ''} ${section ?? ''}`)

/** 'Chapter 24, 24-5: Trash', without missing parts: a chip or a line of the picker (AR-09). */
export function codeLabel({ chapter, section, name }: CodeWords): string {
  const place = [chapter, section].filter((part) => part?.trim()).join(', ')
  return [place, name?.trim()].filter(Boolean).join(': ')
}
