import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { PagePlace } from '../rules/pages.ts'
import { type SortValue, sortRows } from '../rules/sort-rows.ts'
import { Icon } from './icon.tsx'
import { Foot, Sideways, Table } from './list-look.ts'
import { PageBar, usePages } from './pages.tsx'
import { useIsPrinting } from './printing.ts'
import { type Sort, type Sorting, useSort } from './sort.ts'
import { Empty, ErrorLine, Loading } from './states.tsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Makes the title a button that sorts by this value. */
  sortBy?: (row: Row) => SortValue
  /** The same, if the reader of the list's page sorts it. */
  isOrdered?: boolean
  /** Numbers and dates that are compared down the column are aligned at its end. */
  atEnd?: boolean
  /** Short words, days and numbers that a narrow column must not break. */
  isKept?: boolean
  /** In a card on the phone: its `head`, a line without the title, or hidden. Otherwise "title value". */
  onPhone?: 'head' | 'plain' | 'tick' | 'none'
}

interface SharedProps<Row> {
  /** The name of the list, for screen readers and page URLs: 'Citations'. */
  name: string
  columns: Column<Row>[]
  /** The specification's text for an empty list. */
  empty: ReactNode
  loading?: string
  /** Why there are no newer rows. Shown only if the device has none (LS-01). */
  problem?: string | undefined
}

interface ListProps<Row> extends SharedProps<Row> {
  /** undefined during the first read. */
  rows: Row[] | undefined
  /** With several lists on a screen: the prefix of their `page` and `sort` in the URL. */
  inUrl?: string
  pageSize?: number
  /** Tools at the foot of the list, given all rows in the shown order: the whole list as a file, or on paper. */
  tools?: (rows: readonly Row[], pages: PagePlace) => ReactNode
}

/** A page of a list that is read page by page. */
export interface ListPart<Row> {
  /** The rows of the page, or up to `printedRows` on paper; undefined during the first read. */
  rows: Row[] | undefined
  /** The number of rows in the whole list. */
  total: number
  pages: PagePlace & { goTo: (page: number) => void }
  sorting: Sorting
}

/** More rows than this are not printed; a file has them all. */
export const printedRows = 2_000

/** A short list whose rows are all in memory. One that grows with the town is a LongList. */
export function List<Row extends { id: number | string }>({
  rows,
  inUrl = '',
  pageSize,
  tools,
  ...shared
}: ListProps<Row>) {
  const sorting = useSort(inUrl ? `${inUrl}-sort` : 'sort')
  const ordered = rows && sorted(rows, shared.columns, sorting.sort)
  const pages = usePages(ordered ?? [], inUrl ? `${inUrl}-page` : 'page', pageSize)
  const isPrinting = useIsPrinting()
  const part: ListPart<Row> = {
    rows: ordered && (isPrinting ? ordered.slice(0, printedRows) : pages.rows),
    total: ordered?.length ?? 0,
    pages,
    sorting,
  }
  return <PagedList part={part} tools={ordered && tools?.(ordered, pages)} {...shared} />
}

/** Rows in the order chosen at the head of a column. */
function sorted<Row>(rows: Row[], columns: readonly Column<Row>[], sort: Sort | null): Row[] {
  const sortBy = sort && columns.find((it) => it.title === sort.by)?.sortBy
  return sortBy ? sortRows(rows, sortBy, sort.isDescending) : rows
}

/**
 * A paged list of records: a table on the desk, cards on the phone, with loading, failed and empty states. `open`: the
 * record shown beside it.
 */
export function PagedList<Row extends { id: number | string }>(
  props: SharedProps<Row> & { part: ListPart<Row>; tools?: ReactNode; open?: number | null },
) {
  const { name, part, columns, empty, loading, problem, tools, open } = props
  const { rows, total, pages, sorting } = part
  const isPrinting = useIsPrinting()
  if (problem !== undefined && !rows?.length) return <ErrorLine message={problem} />
  if (!rows) return <Loading>{loading}</Loading>
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <div>
      <Sideways>
        <Table>
          <caption className="unseen">{name}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading
                  key={column.title}
                  column={column}
                  isPrinting={isPrinting}
                  order={sorting.sort?.by === column.title ? orderOf(sorting.sort) : 'none'}
                  onSort={() => sorting.toggle(column.title)}
                />
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus}>
            {rows.map((row) => (
              <ListRow key={row.id} row={row} columns={columns} isOpen={row.id === open} />
            ))}
          </tbody>
        </Table>
      </Sideways>
      {isPrinting && rows.length < total && (
        <p>
          {rows.length < printedRows
            ? `${pages.text} is printed; the button Print prints them all.`
            : `The first ${printedRows} of ${total} are printed; Download CSV has them all.`}
        </p>
      )}
      <Foot className="not-printed">
        <PageBar pages={pages} of={name} />
        {tools && <div>{tools}</div>}
      </Foot>
    </div>
  )
}

const orderOf = ({ isDescending }: Sort) => (isDescending ? 'descending' : 'ascending')

interface HeadingProps<Row> {
  column: Column<Row>
  order: 'ascending' | 'descending' | 'none'
  onSort: () => void
  isPrinting: boolean
}

function Heading<Row>({ column, order, isPrinting, onSort }: HeadingProps<Row>) {
  // Chromium leaves a button in a head out on all sheets but the first.
  if (isPrinting || (!column.sortBy && !column.isOrdered))
    return <th data-end={column.atEnd || undefined}>{column.title}</th>
  return (
    <th data-end={column.atEnd || undefined} aria-sort={order}>
      <button type="button" onClick={onSort}>
        {column.title}
        {order !== 'none' && <Icon name={order === 'descending' ? 'down' : 'up'} size={14} />}
      </button>
    </th>
  )
}

/** One row. Arrow keys move between rows, Enter opens the row's first link. Rendered again for new data only. */
const ListRow = memo(PlainRow) as typeof PlainRow

interface RowProps<Row> {
  row: Row
  columns: Column<Row>[]
  isOpen: boolean
}

function PlainRow<Row extends { id: number | string }>({ row, columns, isOpen }: RowProps<Row>) {
  return (
    <tr tabIndex={-1} data-row={row.id} aria-current={isOpen || undefined}>
      {columns.map((column) => (
        <td
          key={column.title}
          data-title={column.title}
          data-phone={column.onPhone}
          data-end={column.atEnd || undefined}
          data-kept={column.isKept || undefined}
        >
          <span>{column.cell(row)}</span>
        </td>
      ))}
    </tr>
  )
}

/** Up and Down move between rows, Enter follows the row's first link. Works on plain rows, without state. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const row = (event.target as HTMLElement).closest('tr') // the target of a key press in a table body is an element in a row
  if (!row || (event.target as HTMLElement).matches('input, select, textarea')) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  if (event.key === 'Enter' && event.target === row) row.querySelector<HTMLElement>('a, button')?.click()
}
