import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CodeSection } from '../../contract/code.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { useListSize } from '../../parts/list-size.ts'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { codeBook } from '../../records/code.ts'
import { codeSheet } from '../../records/sheets.ts'
import { chaptersOf, codeMatches, inCodeOrder, isInChapter } from '../../rules/code-search.ts'
import { may } from '../../rules/permissions.ts'
import { cutText } from '../../rules/text.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { useIsPrinting } from '../../ui/printing.ts'

/** The municipal code by chapter and section, with a search and a filter by chapter (CD-01 to CD-03). */
export function CodesScreen() {
  const codes = useRows(codeBook())
  const [pageSize] = useListSize()
  const isPrinting = useIsPrinting()
  const mayManage = may(useUser().role, 'manageTown')
  const search = useTextFilter('search')
  const chapter = useFilter('chapter')
  const { rows, problem } = listed(codes, 'Failed to fetch codes')
  const ordered = useMemo(() => rows && inCodeOrder(rows), [rows])
  const chapters = useMemo(() => chaptersOf(rows ?? []), [rows])
  const isNarrowed = search.value !== '' || chapter.value !== ''
  return (
    <Page
      title="Code Violations"
      meta={
        <>
          {mayManage && (
            <Link className="not-printed" to="/town/$list" params={{ list: 'codes' }}>
              Edit and import
            </Link>
          )}
          <AsOf of={codes} />
        </>
      }
    >
      <Filters>
        <TextFilter label="Search" placeholder="Chapter, section, name or description" {...search} />
        <SelectFilter label="Chapter" choices={chapters} all="All chapters" {...chapter} />
      </Filters>
      <List
        name="Code Violations"
        tools={(rows, { page }) => <ListTools name="Code Violations" rows={rows} page={page} sheet={codeSheet} />}
        pageSize={pageSize}
        rows={ordered?.filter((it) => codeMatches(it, search.value) && isInChapter(it, chapter.value))}
        columns={isPrinting ? paperColumns : columns}
        empty={isNarrowed ? 'No codes match your search.' : 'No codes available.'}
        problem={problem}
      />
    </Page>
  )
}

const columns: Column<CodeSection>[] = [
  { title: 'Chapter', cell: (it) => it.chapter },
  { title: 'Section', cell: (it) => it.section },
  {
    title: 'Name',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/code/$codeId" params={{ codeId: String(it.id) }}>
        {it.name?.trim() || `Code ${it.id}`}
        {it.retired && (
          <>
            {' '}
            <Badge tone="gray">Retired</Badge>
          </>
        )}
      </Link>
    ),
  },
  { title: 'Description', onPhone: 'plain', cell: (it) => cutText(it.description, 50) },
]

/** Paper cannot be tapped for the rest of a text. */
const paperColumns: typeof columns = [...columns.slice(0, -1), { title: 'Description', cell: (it) => it.description }]
