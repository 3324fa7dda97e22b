import { and, or, type SQL, sql } from 'drizzle-orm'
import { type Condition, needlesOf, searchRanks } from '../../rules/address-match.ts'
import { searchable } from '../../rules/address-text.ts'
import { addresses } from '../store/town-tables.ts'
import { escaped } from './like.ts'

/** The ranks of rules/address-match.ts as SQL: what a typed text matches, and its rank for sorting. */
export function searchedBy(typed: string): { where: SQL | undefined; rank: SQL } {
  const ranks = searchRanks(searchable(typed)).map((all) => and(...all.map(holds)))
  const places = ranks.map((condition, place) => sql`when ${condition} then ${sql.raw(String(place))}`)
  return { where: ranks.at(-1), rank: sql`case ${sql.join(places, sql` `)} end` }
}

/** Patterns for `like`, so that the trigram index can be used. */
const holds = (condition: Condition): SQL | undefined =>
  or(...needlesOf(condition).map((needle) => sql`${addresses.search_text} like ${`%${escaped(needle)}%`}`))
