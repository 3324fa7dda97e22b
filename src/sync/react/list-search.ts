import { useCallback, useEffect, useMemo, useState } from 'react'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { ListChoices } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import { type Listing, listingName } from '../../records/listing.ts'
import type { ListFound, ListQuestion } from '../device/list-jobs.ts'
import { type ListSearch, listSearchOf } from '../device/list-search.ts'
import { useEngine } from './engine.ts'
import { useIsStarted } from './live.ts'

/** What a search found: of the question before, until the answer comes. */
interface FoundRows extends ListFound {
  rows: AnyRow[]
  /** The text that this answers. */
  of: string
}

export function useListSearch(zone: string): ListSearch {
  const { db } = useEngine().device
  return useMemo(() => listSearchOf(db.name, zone), [db, zone])
}

/** Goes up whenever the rows of lists may have changed. The worker runs as long as a screen asks for this. */
export function useListChanges(search: ListSearch, isAsked: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => (isAsked ? search.watch(() => setCount((it) => it + 1)) : undefined), [search, isAsked])
  return count
}

interface Asked {
  question: ListQuestion
  skip: number
  size: number
}

/** A page of a list by search and order, found by the worker; `asked` is null where the index of the list answers. */
export function useFoundRows(search: ListSearch, asked: Asked | null): { found?: FoundRows; isFailed: boolean } {
  const { db } = useEngine().device
  const isLive = useIsStarted()
  const changes = useListChanges(search, asked !== null)
  const [found, setFound] = useState<FoundRows>()
  const [isFailed, setFailed] = useState(false)
  const of = asked ? nameOf(asked) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` names the question; it is asked again after each change
  useEffect(() => {
    if (!asked || !isLive) return
    let isShown = true
    const { question, skip, size } = asked
    const read = async () => {
      const found = await search.find(question, skip, size)
      const rows = isShown ? await db.anyRows(question.listing.type).bulkGet(found.ids) : []
      return { ...found, rows: rows.filter((it) => it !== undefined), of: question.search.text }
    }
    read().then(
      (it) => {
        if (!isShown) return
        setFailed(false)
        setFound(it)
      },
      (error: unknown) => {
        if (!isShown || isDatabaseClosed(error)) return
        setFailed(true)
      },
    )
    return () => {
      isShown = false
    }
  }, [db, search, of, isLive, changes])
  return { ...(asked && found ? { found } : {}), isFailed: asked !== null && isFailed }
}

const nameOf = ({ question: { name, listing, search, sort }, skip, size }: Asked): string =>
  JSON.stringify([name, listingName(listing), search, sort, skip, size])

/** A list of more rows than this is read by the worker before anything is typed. */
const longFrom = 2_000

/** Makes the worker read a long list before it is searched; the answer does so for a shorter one. */
export function useEarlyReading(search: ListSearch, name: ListName, total: number): () => void {
  const isLive = useIsStarted()
  const isLong = isLive && total > longFrom
  const read = useCallback(() => search.read(name), [search, name])
  useEffect(() => {
    if (isLong) read()
  }, [isLong, read])
  return read
}

/** What can be chosen in the filters of a list; undefined until the worker has read it. */
export function useListChoices(search: ListSearch, name: ListName, listing: Listing, isAsked: boolean) {
  const isLive = useIsStarted()
  const changes = useListChanges(search, isAsked)
  const [choices, setChoices] = useState<ListChoices>()
  const of = listingName(listing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` names the listing; it is asked again after each change
  useEffect(() => {
    if (!isAsked || !isLive) return
    let isShown = true
    search.choices(name, listing).then(
      (it) => isShown && setChoices(it),
      // The list itself says that it cannot be searched.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [search, name, of, isLive, isAsked, changes])
  return choices
}
