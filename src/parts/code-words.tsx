import type { CodeChip } from '../contract/code.ts'
import { sectionNumber } from '../rules/section-number.ts'

/** The code sections of a record in a list row, by chapter and section. */
export const CodeWords = ({ codes }: { codes: readonly CodeChip[] | null | undefined }) =>
  codes?.map((it) => sectionNumber(it) || it.name).join(', ') || '—'
