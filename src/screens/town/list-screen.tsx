import { Link, useParams } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { type ListEntry, type TownList, TownListName } from '../../contract/town.ts'
import { useListSize } from '../../parts/list-size.ts'
import { NeedsSignal, NotOffered } from '../../parts/online-only.tsx'
import { mayAskOurs, useAsked } from '../../parts/use-asked.ts'
import { townList } from '../../records/town.ts'
import { searchable } from '../../rules/address-text.ts'
import { may } from '../../rules/permissions.ts'
import { listTable, townLists } from '../../rules/town-list.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { useUser } from '../../sync/react/live.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { saveCsv } from '../../ui/save-csv.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { ImportFile } from './import-file.tsx'
import { columnsOf } from './list-columns.tsx'
import { ListLinks } from './list-links.tsx'

/** A list of the town as a table, with search, edit, import and export. */
export function ListScreen() {
  const { list } = useParams({ from: '/town/$list' })
  const isAllowed = may(useUser().role, 'manageTown')
  const name = TownListName.safeParse(list)
  if (!name.success) return <Refused title="Town settings" message="There is no such list." />
  if (!isAllowed)
    return <Refused title={townLists[name.data].title} message="Admins only: changing the town’s lists." />
  return <OpenList key={name.data} list={name.data} />
}

function OpenList({ list }: { list: TownListName }) {
  const takesOurs = useTakesOurs()
  const query = useCallback(() => townList(list), [list])
  const { value, failure, ask } = useAsked<TownList>(query, mayAskOurs(takesOurs))
  const [isImporting, setImporting] = useState(false)
  const [edited, setEdited] = useUrlState('edit')
  const { title, one } = townLists[list]
  const [opened, setOpened] = useState<ListEntry>()
  // A line that somebody removes while it is open keeps its dialog, for what is typed there.
  const entries = opened ? [...(value?.entries ?? []), opened] : value?.entries
  const line = entries?.find(({ id }) => String(id) === edited)
  if (line !== opened) setOpened(line)
  const open = edited === 'new' ? null : line
  const isShown = useIsOpen()
  const shown = useRef(edited)
  shown.current = edited
  // A late answer closes its own dialog, and not the one of another line that was opened meanwhile.
  const close = () => {
    if (isShown.current && shown.current === edited) setEdited('')
  }
  return (
    <Page
      title={title}
      above={<Link to="/town">Town settings</Link>}
      meta={about[list]}
      actions={
        value && (
          <>
            {list !== 'rooms' && (
              <Button icon="plus" onClick={() => setEdited('new')}>
                Add {one}
              </Button>
            )}
            <Button icon="file" aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
              {isImporting ? 'Close the import' : 'Import a file…'}
            </Button>
            <Button icon="download" onClick={() => exportList(list, value.entries)}>
              Export
            </Button>
          </>
        )
      }
    >
      <NeedsSignal what="Changing the town’s lists" />
      {takesOurs === false && (
        <NotOffered what="change this list" instead="Ask whoever runs the server: its command line imports files." />
      )}
      {failure && <ErrorLine message="Failed to load the list" hint={problemText(failure.problem)} />}
      {!value && !failure && takesOurs !== false && <Loading />}
      {value && isImporting && <ImportFile list={list} onChanged={ask} onDone={() => setImporting(false)} />}
      {value && <Entries list={list} entries={value.entries} onEdit={(id) => setEdited(String(id))} />}
      {value && open !== undefined && (edited === 'new' || open) && (
        <EntryDialog key={edited} list={list} entry={open} onChanged={ask} onClose={close} />
      )}
      {/* The list would push it down. */}
      {(value || failure || takesOurs === false) && <ListLinks but={list} />}
    </Page>
  )
}

interface EntriesProps {
  list: TownListName
  entries: readonly ListEntry[]
  onEdit: (id: number) => void
}

function Entries({ list, entries, onEdit }: EntriesProps) {
  const [pageSize] = useListSize()
  const search = useTextFilter('search')
  const retired = useFilter('retired')
  const wanted = searchable(search.value)
  const found = entries.filter(
    ({ cells }) =>
      Object.values(cells).some((cell) => searchable(cell ?? '').includes(wanted)) &&
      (retired.value === '' || cells.retired === retired.value),
  )
  const isNarrowed = search.value !== '' || retired.value !== ''
  return (
    <>
      <Filters>
        <TextFilter label="Search" placeholder="Any words" {...search} />
        {list === 'codes' && (
          <SelectFilter
            label="State"
            choices={[
              ['no', 'In use'],
              ['yes', 'Retired'],
            ]}
            {...retired}
          />
        )}
      </Filters>
      <List
        name={townLists[list].title}
        rows={found}
        pageSize={pageSize}
        columns={columnsOf(list, onEdit)}
        empty={isNarrowed ? 'Nothing matches your search.' : empty[list]}
      />
    </>
  )
}

const exportList = (list: TownListName, entries: readonly ListEntry[]) => {
  const { heads, lines } = listTable(list, entries)
  saveCsv(`${list}.csv`, heads, lines)
}

const about: Record<TownListName, string> = {
  rooms: 'The checklists by room. Each prompt is a line.',
  codes: 'The town’s code book. A retired section is no longer offered; records that name it keep it.',
  synonyms: 'Words that mean the same when the code is searched: each of a group finds what the others find.',
  phrases: 'Words offered below an observation: in one room, with one section of the code, or anywhere.',
}

const empty: Record<TownListName, string> = {
  rooms: 'No rooms yet. Add them on the page Rooms, or import a file.',
  codes: 'No sections yet. Add one, or import a file.',
  synonyms: 'No synonyms yet. Add a group, or import a file.',
  phrases: 'No phrases yet. Add one, or import a file.',
}
