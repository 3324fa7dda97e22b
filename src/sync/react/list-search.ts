import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceDatabase } from '../../db/database.ts'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import type { ListChoices } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import { type Listing, listingName } from '../../records/listing.ts'
import { type ListFound, type ListQuestion, pageName } from '../device/list-jobs.ts'
import { type ListSearch, listSearchOf } from '../device/list-search.ts'
import { useEngine } from './engine.ts'
import { onSignalAgain } from './hooks.ts'
import { useHasStarted, useIsStarted } from './live.ts'
import { type Following, followNamed, liveResult } from './live-reads.ts'

export function useListSearch(zone: string): ListSearch {
  const { db } = useEngine().device
  return useMemo(() => listSearchOf(db.name, zone), [db, zone])
}

/**
 * An answer of the list worker, asked for again whenever a row may have changed; the old answer stays until then. `name`
 * identifies the question among those of all screens; '' asks nothing and lets the worker end. `ask` may show a first
 * answer before its own. As with `useLive`, the last answer stays valid after its screen is closed. After a failure it
 * is asked again when signal returns, because the worker's code needs it before the app is installed.
 */
export function useListAnswer<Answer>(
  search: ListSearch,
  name: string,
  ask: (search: ListSearch, db: DeviceDatabase, show: (first: Answer) => void) => Promise<Answer>,
): { answer: Answer | undefined; isFailed: boolean } {
  const { db } = useEngine().device
  // On the first screen the worker would take the processor from the first paint.
  const mayAsk = useHasStarted()
  const isAsked = name !== ''
  const ofSearch = `${name} of ${search.number}`
  const [tries, setTries] = useState(0)
  // The same name is always the name of the same kind of answer.
  const [answer, setAnswer] = useState(() => liveResult(db, ofSearch)?.result as Answer | undefined)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => (isAsked ? search.keep() : undefined), [search, isAsked])
  useEffect(() => {
    if (!isFailed) return
    const again = () => setTries((it) => it + 1)
    const ends = [onSignalAgain(again), search.watch(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [search, isFailed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` says what is asked; a failed question is asked again
  useEffect(() => {
    // A later question must not begin with the answer to one from before.
    // Setting the same value may still render once.
    if (!isAsked && answer) setAnswer(undefined)
    if (!isAsked || !mayAsk) return
    let isShown = true
    const show = (it: Answer) => {
      if (!isShown) return
      setFailed(false)
      setAnswer(it)
    }
    const failed = (error: unknown) => {
      if (isShown && !isDatabaseClosed(error)) setFailed(true)
    }
    const following: Following = (read, next, failed) => search.follow(read, next, failed)
    const end = followNamed(db, ofSearch, () => ask(search, db, show), show, failed, following)
    return () => {
      isShown = false
      end()
    }
  }, [db, search, name, mayAsk, tries])
  return { answer: isAsked ? answer : undefined, isFailed: isAsked && isFailed }
}

/** A search result. Until a new answer arrives it is that of the previous question. */
interface FoundRows extends ListFound {
  /** Identifies the search that this result belongs to. */
  of: string
}

interface Asked {
  question: ListQuestion
  skip: number
  size: number
}

/** A page of a list for a search and order, found by the worker; `asked` is null if the list's index answers. */
export function useFoundRows(search: ListSearch, asked: Asked | null): { found?: FoundRows; isFailed: boolean } {
  const { answer, isFailed } = useListAnswer<FoundRows>(
    search,
    asked ? `found ${pageName(asked.question, asked.skip, asked.size)}` : '',
    async (search, _, show) => {
      if (!asked) throw new Error('Nothing is asked')
      const { question, skip, size } = asked
      const of = JSON.stringify(question.search)
      if (skip === 0) {
        const first = await search.findFirst(question, size)
        if (first.isWhole) return { ...first, of }
        show({ ...first, of })
      }
      return { ...(await search.find(question, skip, size)), of }
    },
  )
  return { ...(answer ? { found: answer } : {}), isFailed }
}

/** The worker reads a list with more rows than this before anything is typed. */
const longFrom = 2_000

/**
 * Makes the worker read a long list before it is searched. For a shorter list, call the returned function to do so.
 */
export function useEarlyReading(search: ListSearch, { name, listing }: ListQuestion, total: number): () => void {
  const isLive = useIsStarted()
  const isLong = isLive && total > longFrom
  const listed = useRef(listing)
  useEffect(() => {
    listed.current = listing
  })
  const read = useCallback(() => search.read(name, listed.current), [search, name])
  useEffect(() => {
    if (isLong) read()
  }, [isLong, read])
  return read
}

/**
 * The choices in the filters of a list; undefined until the worker has read it. If it cannot, the list shows the
 * error.
 */
export const useListChoices = (
  search: ListSearch,
  name: ListName,
  listing: Listing,
  isAsked: boolean,
): ListChoices | undefined =>
  useListAnswer(search, isAsked ? `choices ${name} ${listingName(listing)}` : '', (it) => it.choices(name, listing))
    .answer
