import type { CodeSection } from '../contract/code.ts'
import { codeBook, codeSynonyms } from '../records/code.ts'
import { codesFound } from '../rules/code-search.ts'
import { useRows, useValue } from '../sync/react/hooks.ts'
import { useTakesOurs } from '../sync/react/kept-here.ts'
import { listed } from './listed.ts'

/** The code book of this device, and the sections that match a typed text, also by the town's synonyms (CF-41). */
export function useFoundCodes(text: string): {
  rows: CodeSection[] | undefined
  found: CodeSection[]
  problem: string | undefined
} {
  const { rows, problem } = listed(useRows(codeBook()), 'Failed to fetch codes')
  // Requested once somebody searches; a prepared phone already has them.
  const isAsked = useTakesOurs() === true && text.trim() !== ''
  const synonyms = useValue<string[][]>(codeSynonyms(), isAsked).value ?? []
  // Retired sections are not offered; those already chosen are found in `rows`.
  const offered = (rows ?? []).filter((it) => !it.retired)
  return { rows, found: codesFound(offered, text, synonyms), problem }
}
