import { useEffect } from 'react'
import type { Business } from '../../contract/business.ts'
import type { Contact } from '../../contract/contact.ts'
import { allBusinesses } from '../../records/business.ts'
import { allContacts } from '../../records/contact.ts'
import type { ListName } from '../../records/list-tables.ts'
import { type Listing, narrowed } from '../../records/listing.ts'
import { minSearchLength } from '../../rules/address-text.ts'
import { businessMatches, contactMatches } from '../../rules/contact-search.ts'
import type { ListQuestion } from '../../sync/device/list-jobs.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useFoundRows, useListSearch } from '../../sync/react/list-search.ts'
import { useSameRows } from '../../sync/react/rows.ts'
import { useZone } from '../use-now.ts'

interface Lists {
  contacts: Contact
  businesses: Business
}

const lists = {
  contacts: { query: allContacts, listing: narrowed('contact', []), matches: contactMatches },
  businesses: { query: allBusinesses, listing: narrowed('business', []), matches: businessMatches },
} as const

interface Found<Row> {
  /** undefined while nothing is known of the text. Until its own rows arrive, those of the last text stay if they match. */
  rows: Row[] | undefined
  /** Whether `rows` are the final ones of this text. */
  isSure: boolean
  /** The worker cannot be loaded: before the app is installed that needs signal. */
  isFailed: boolean
  /** The list could not be fetched and never was, so that no row says nothing. */
  isUnknown: boolean
}

interface Typing {
  /** The characters from which on rows are found. */
  from?: number
  /** The rows are read before the text is long enough to be asked for, or settled. */
  isTyping?: boolean
}

/**
 * The first rows of a list that match a text, by name: the same as on the list's own screen. They are found by the
 * worker of the lists, because a town may have tens of thousands.
 */
export function useFoundByText<List extends keyof Lists>(
  list: List,
  text: string,
  limit: number,
  { from = minSearchLength, isTyping = text !== '' }: Typing = {},
): Found<Lists[List]> {
  const { query, listing, matches } = lists[list]
  const { problem, pulledAt } = usePull(query(), 'list', true)
  const searcher = useListSearch(useZone())
  const isAsked = text.trim().length >= Math.max(from, 1)
  const question = narrowedTo(list, listing, text)
  const { found, isFailed } = useFoundRows(searcher, isAsked ? { question, skip: 0, size: limit } : null)
  useEffect(() => {
    if (!isTyping) return
    const stop = searcher.keep()
    searcher.read(list, listing)
    return stop
  }, [searcher, list, listing, isTyping])
  // Each table holds rows of its own type, checked against the contract before they were stored.
  const known = useSameRows(found?.rows as Lists[List][] | undefined)
  const isSure = found?.isWhole === true && found.of === JSON.stringify(question.search)
  // Enter takes the first row, so each must match what is typed.
  const rows = isSure ? known : known?.filter((it) => matches(it, text))
  const isUnknown = problem !== undefined && pulledAt === undefined
  return { rows: isSure || rows?.length ? rows : undefined, isSure, isFailed, isUnknown }
}

/** The question for the rows of a list that a text narrows it to, as on the list's own screen. */
export const narrowedTo = (name: ListName, listing: Listing, narrow: string): ListQuestion => ({
  name,
  listing,
  search: { text: '', person: '', from: '', to: '', code: '', narrow },
  sort: null,
})

/** What a picker says while it has nothing to offer; undefined if it has. */
export function noteOf({ rows, isFailed, isUnknown }: Found<unknown>, none: string, unknown: string) {
  if (isFailed) return 'Error: The search could not be loaded. It is tried again when there is signal.'
  if (!rows) return 'Loading...'
  if (rows.length > 0) return undefined
  return isUnknown ? unknown : none
}
