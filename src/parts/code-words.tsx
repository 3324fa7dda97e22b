import type { CodeChip } from '../contract/code.ts'

/** The sections of a record in a row of a list, by chapter and section. */
export const CodeWords = ({ codes }: { codes: readonly CodeChip[] | null | undefined }) =>
  codes?.map((it) => [it.chapter, it.section].filter(Boolean).join('.') || it.name).join(', ') || '—'
