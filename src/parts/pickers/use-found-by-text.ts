import { useEffect } from 'react'
import type { Business } from '../../contract/business.ts'
import type { Contact } from '../../contract/contact.ts'
import { narrowed } from '../../records/listing.ts'
import { businessMatches, contactMatches } from '../../rules/contact-search.ts'
import type { ListQuestion } from '../../sync/device/list-jobs.ts'
import { useFoundRows, useListSearch } from '../../sync/react/list-search.ts'
import { useSameRows } from '../../sync/react/rows.ts'
import { useZone } from '../use-now.ts'

interface Lists {
  contacts: Contact
  businesses: Business
}

const lists = {
  contacts: { type: 'contact', matches: contactMatches },
  businesses: { type: 'business', matches: businessMatches },
} as const

interface Found<Row> {
  /** undefined while nothing is known of the text. Until its own rows arrive, those of the last text stay if they match. */
  rows: Row[] | undefined
  /** Whether `rows` are the final ones of this text. */
  isSure: boolean
  /** The worker cannot be loaded: before the app is installed that needs signal. */
  isFailed: boolean
}

/**
 * The first rows of a list that match a text, by name: the same as on the list's own screen. They are found by the
 * worker of the lists, because a town may have tens of thousands. '' finds nothing. `isTyping`: the rows are read
 * before the text is long enough to be asked for.
 */
export function useFoundByText<List extends keyof Lists>(
  list: List,
  text: string,
  limit: number,
  isTyping: boolean,
): Found<Lists[List]> {
  const searcher = useListSearch(useZone())
  const isAsked = text.trim() !== ''
  const question = questionOf(list, text)
  const { found, isFailed } = useFoundRows(searcher, isAsked ? { question, skip: 0, size: limit } : null)
  useEffect(() => {
    if (!isTyping) return
    const stop = searcher.keep()
    searcher.read(list, narrowed(lists[list].type, []))
    return stop
  }, [searcher, list, isTyping])
  // Each table holds rows of its own type, checked against the contract before they were stored.
  const known = useSameRows(found?.rows as Lists[List][] | undefined)
  const isSure = found?.isWhole === true && found.of === JSON.stringify(question.search)
  // Enter takes the first row, so each must match what is typed.
  const rows = isSure ? known : known?.filter((it) => lists[list].matches(it, text))
  return { rows: isSure || rows?.length ? rows : undefined, isSure, isFailed }
}

const questionOf = (list: keyof Lists, narrow: string): ListQuestion => ({
  name: list,
  listing: narrowed(lists[list].type, []),
  search: { text: '', person: '', from: '', to: '', code: '', narrow },
  sort: null,
})

/** What a picker says while it has nothing to offer; undefined if it has. */
export function noteOf({ rows, isFailed }: Found<unknown>, none: string, neverFetched: string | false) {
  if (isFailed) return 'Error: The search could not be loaded. It is tried again when there is signal.'
  if (!rows) return 'Loading...'
  if (rows.length > 0) return undefined
  return neverFetched || none
}
