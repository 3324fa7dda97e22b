import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The typed text with all wildcards of `like` escaped: a search is for a literal substring. */
export const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** Whether a column contains the typed text, ignoring case. */
export const contains = (column: SQLWrapper, typed: string): SQL =>
  sql`lower(${column}) like lower(${`%${escaped(typed)}%`})`
