import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useState } from 'react'
import { useEarlyReading, useListChoices } from '../sync/react/list-search.ts'
import { Button } from '../ui/button.tsx'
import { DayFilter, Filters, SelectFilter, TextFilter } from '../ui/filters.tsx'
import { isSearching, useFilterChange, useListFilters } from './list-filters.ts'
import { SavedViews } from './saved-views.tsx'
import type { ListAtHand } from './use-listing.ts'

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 3,
    minWidth: 0,
    '& > .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 2 },
    '& > .line > .wide': { flex: '1 1 16rem', maxWidth: '32rem' },
  },
})

interface Props {
  list: ListAtHand
  /** The label of the filter by person; absent if rows have none. */
  person?: string
  /** What the days of the rows are: 'Created'. */
  day?: string
  /** Whether rows have code sections. */
  hasCodes?: boolean
  /** Filters of the screen's own, and whether its own button shows them: the further ones open with them. */
  own?: { isOpen: boolean; filters: ReactNode }
  /** More controls in its line. */
  children?: ReactNode
}

/**
 * Whether the filters of a list are open. They open when they begin to narrow it, as a saved view does, and stay open
 * until the person closes them, also when the last of them is cleared.
 */
export function useFiltersOpen(isNarrowed: boolean) {
  const [isOpen, setOpen] = useState(isNarrowed)
  const [wasNarrowed, setNarrowed] = useState(isNarrowed)
  if (isNarrowed !== wasNarrowed) {
    setNarrowed(isNarrowed)
    if (isNarrowed) setOpen(true)
  }
  return [isOpen, setOpen] as const
}

type SetFilter = ReturnType<typeof useFilterChange>['set']

/** Filters a long list by words in any column, by person, days and code section; all in the URL. */
export function ListBar({ list, person, day, hasCodes = false, own, children }: Props) {
  const { search, clear } = useListFilters()
  const { set, flush } = useFilterChange()
  const filter: SetFilter = (field, value) => {
    const { searcher, question, size } = list
    // The worker is asked before the page is rendered with the new filter.
    if (value.trim() !== '') searcher.findEarly({ ...question, search: { ...question.search, [field]: value } }, size)
    set(field, value)
  }
  const isNarrowed = isSearching(search)
  const read = useEarlyReading(list.searcher, list.question, list.total)
  const hasMore = [search.person, search.from, search.to, search.code].some((it) => it !== '')
  const [isShown, setOpen] = useFiltersOpen(hasMore)
  const isOpen = own?.isOpen ?? isShown
  const offersMore = Boolean(person || day || hasCodes)
  return (
    <Line className="not-printed" data-found={list.shownFor} onFocus={read} onBlur={flush}>
      <div className="line">
        <TextFilter
          label="Search all columns"
          placeholder="Words in any order"
          value={search.text}
          onChange={(value) => filter('text', value)}
        />
        {offersMore && !own && (
          <Button icon="filter" aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setOpen(!isOpen)}>
            More filters
          </Button>
        )}
        {children}
        {isNarrowed && (
          <Button kind="quiet" onClick={clear}>
            Show all
          </Button>
        )}
      </div>
      {offersMore && (
        <div id="more-filters" hidden={!isOpen}>
          {isOpen && (
            <MoreFilters list={list} person={person} day={day} hasCodes={hasCodes} own={own} filter={filter} />
          )}
        </div>
      )}
      <SavedViews list={list.question.name} />
    </Line>
  )
}

function MoreFilters({ list, person, day, hasCodes, own, filter }: Props & { filter: SetFilter }) {
  const { search } = useListFilters()
  const { searcher, question } = list
  const choices = useListChoices(searcher, question.name, question.listing, Boolean(person || hasCodes))
  return (
    <Filters name={own ? 'Filters' : 'More filters'}>
      {own?.filters}
      {person && (
        <SelectFilter
          label={person}
          choices={counted(choices?.people)}
          value={search.person}
          onChange={(value) => filter('person', value)}
        />
      )}
      {hasCodes && (
        <SelectFilter
          label="Code"
          choices={counted(choices?.codes)}
          value={search.code}
          onChange={(value) => filter('code', value)}
        />
      )}
      {day && <DayFilter label={`${day} from`} value={search.from} onChange={(value) => filter('from', value)} />}
      {day && <DayFilter label={`${day} to`} value={search.to} onChange={(value) => filter('to', value)} />}
    </Filters>
  )
}

/** 'A. Hill (12)'. */
const counted = (found: readonly (readonly [text: string, rows: number])[] = []) =>
  found.map(([text, rows]) => [text, `${text} (${rows.toLocaleString('en-US')})`] as const)
