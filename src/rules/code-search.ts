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
