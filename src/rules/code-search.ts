import { searchable } from './address-text.ts'
import { byText } from './list-order.ts'

/** A section of the municipal code as filters and pickers read it. */
interface CodeWords {
  chapter?: string | null
  section?: string | null
  name?: string | null
  description?: string | null
}

/** Does a text find the section in chapter, section, name or description, whatever the case (CF-41, CD-02)? Blank finds all. */
export function codeMatches({ chapter, section, name, description }: CodeWords, typed: string): boolean {
  const wanted = searchable(typed)
  return [chapter, section, name, description].some((field) => searchable(field ?? '').includes(wanted))
}

/** So short a beginning would find every group of synonyms. */
const shortestSynonym = 3

/** Words that mean the same as the typed one, by the town's list: 'sink' and 'drain' for 'plumb'. */
function alike(typed: string, synonyms: readonly (readonly string[])[]): string[] {
  const wanted = searchable(typed)
  if (wanted.length < shortestSynonym) return []
  const groups = synonyms.filter((words) => words.some((word) => searchable(word).startsWith(wanted)))
  return [...new Set(groups.flat())]
}

/** The sections that a typed text finds, in the order of the book; those that only a synonym finds come after them. */
export function codesFound<Code extends CodeWords>(
  codes: readonly Code[],
  typed: string,
  synonyms: readonly (readonly string[])[],
): Code[] {
  const words = alike(typed, synonyms)
  const direct = new Set(codes.filter((it) => codeMatches(it, typed)))
  const others = codes.filter((it) => !direct.has(it) && words.some((word) => codeMatches(it, word)))
  return [...inCodeOrder([...direct]), ...inCodeOrder(others)]
}

/** Is it in this chapter (CD-02)? A blank chapter is every chapter. */
export const isInChapter = (code: CodeWords, chapter: string): boolean =>
  searchable(chapter) === '' || searchable(code.chapter ?? '') === searchable(chapter)

/** The chapters of the code book in their order, each once: the choices of the filter (CD-02). */
export const chaptersOf = (codes: readonly CodeWords[]): string[] =>
  byText([...new Set(codes.flatMap(({ chapter }) => (chapter?.trim() ? [chapter.trim()] : [])))], (chapter) => chapter)

/** Sections by chapter, then section, numbers as numbers (C-37). */
export const inCodeOrder = <Code extends CodeWords>(codes: readonly Code[]): Code[] =>
  byText(codes, ({ chapter, section }) => `${chapter ?? ''} ${section ?? ''}`)

/** 'Chapter 24, 24-5: Trash' with what there is: a chip or a line of the picker (AR-09). */
export function codeLabel({ chapter, section, name }: CodeWords): string {
  const place = [chapter, section].filter((part) => part?.trim()).join(', ')
  return [place, name?.trim()].filter(Boolean).join(': ')
}
