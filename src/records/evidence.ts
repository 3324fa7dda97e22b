import { evidence } from '../contract/evidence.ts'
import type { Id } from '../contract/id.ts'
import { valueQuery } from './value.ts'

/** The stored files with this SHA-256 (hex). */
export const originalsWith = (sha256: string) =>
  valueQuery('violation', evidence.verify, {}, { hasOther: true, search: { sha256 } })

/** The last seal of the log for each of the last `days` days. */
export const logHeads = (days: number) => valueQuery('user', evidence.heads, {}, { hasOther: true, search: { days } })

/** A violation's files and its log entries. */
export const evidenceOf = (violationId: Id) =>
  valueQuery('violation', evidence.sheet, { violationId }, { hasOther: true })
