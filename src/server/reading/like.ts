import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The typed text with everything escaped that `like` reads as a wildcard: a search is a literal substring. */
export const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** Does the text of a column contain the typed text, whatever the case? */
export const contains = (column: SQLWrapper, typed: string): SQL =>
  sql`lower(${column}) like lower(${`%${escaped(typed)}%`})`
