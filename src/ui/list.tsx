import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Foot, Table } from './list-look.ts'
import { PageBar, usePages } from './pages.tsx'
import { useIsPrinting } from './printing.ts'
import { type SortValue, sortRows, useSort } from './sort.ts'
import { Empty, ErrorLine, Loading } from './states.tsx'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Makes the title a button that sorts by this value. */
  sortBy?: (row: Row) => SortValue
  /** Numbers and dates that are compared down the column stand at its end. */
  atEnd?: boolean
  /** Short words, days and numbers that no narrow column may break. */
  isKept?: boolean
  /** In a card on the phone: its `head`, a line without the title, or not shown. Otherwise "title value". */
  onPhone?: 'head' | 'plain' | 'none'
}

interface ListProps<Row> {
  /** What is listed, for screen readers and for the addresses of pages: 'Citations'. */
  name: string
  /** undefined while the first reading is under way. */
  rows: Row[] | undefined
  columns: Column<Row>[]
  /** The specification's words for an empty list. */
  empty: ReactNode
  loading?: string
  /** Why there are no newer rows. Shown only when the device holds none (LS-01). */
  problem?: string
  /** Several lists on a screen: the prefix of their `page` and `sort` in the address. */
  inUrl?: string
  pageSize?: number
  /** What stands at the foot, given all rows in the order shown: the whole list as a file, on paper. */
  tools?: (rows: Row[]) => ReactNode
}

/** More rows than this are no paper; a file holds them all. */
const printedRows = 2_000

/** A paged list of records: a table on the desk, cards on the phone, with its loading, failed and empty states. */
export function List<Row extends { id: number }>(props: ListProps<Row>) {
  const { name, rows, columns, empty, loading, problem, inUrl = '', pageSize, tools } = props
  const { sort, toggle } = useSort(inUrl ? `${inUrl}-sort` : 'sort')
  const sortedBy = sort ? columns.find((it) => it.sortBy && it.title === sort.by)?.sortBy : undefined
  const ordered = rows && sort && sortedBy ? sortRows(rows, sortedBy, sort.isDescending) : rows
  const pages = usePages(ordered ?? [], inUrl ? `${inUrl}-page` : 'page', pageSize)
  const isPrinting = useIsPrinting()
  if (problem !== undefined && !rows?.length) return <ErrorLine message={problem} />
  if (!rows) return <Loading>{loading}</Loading>
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <div>
      <Table>
        <caption className="unseen">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading
                key={column.title}
                column={column}
                order={sort?.by === column.title ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
                onSort={() => toggle(column.title)}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {(isPrinting && ordered ? ordered.slice(0, printedRows) : pages.rows).map((row) => (
            <ListRow key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </Table>
      {isPrinting && rows.length > printedRows && (
        <p>
          The first {printedRows} of {rows.length} are printed; Download CSV has them all.
        </p>
      )}
      <Foot className="not-printed">
        <PageBar pages={pages} of={name} />
        {tools && <div>{tools(ordered ?? rows)}</div>}
      </Foot>
    </div>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  order: 'ascending' | 'descending' | 'none'
  onSort: () => void
}

function Heading<Row>({ column, order, onSort }: HeadingProps<Row>) {
  if (!column.sortBy) return <th data-end={column.atEnd || undefined}>{column.title}</th>
  return (
    <th data-end={column.atEnd || undefined} aria-sort={order}>
      <button type="button" onClick={onSort}>
        {column.title}
        {order !== 'none' && <Icon name={order === 'descending' ? 'down' : 'up'} size={14} />}
      </button>
    </th>
  )
}

/** One row. Arrow keys move between rows, Enter opens the row's first link. */
function ListRow<Row extends { id: number }>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  return (
    <tr tabIndex={-1} data-row={row.id}>
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

/** Up and Down go from row to row, Enter on a row follows its first link. Works on plain rows, without state. */
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
