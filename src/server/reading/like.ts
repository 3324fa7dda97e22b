import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { searchable } from '../../rules/address-text.ts'

/** The typed text with all wildcards of `like` escaped: a search is for a literal substring. */
export const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

/** Whether a column contains the typed text, compared as devices compare it: see `searchable`. */
export const contains = (column: SQLWrapper, typed: string): SQL =>
  sql`search_line(${column}) like ${`%${escaped(searchable(typed))}%`}`
