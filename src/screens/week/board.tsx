import { useEffect, useRef } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { plural } from '../../rules/text.ts'
import { type BoardRow, type Conflict, cellName, countIn } from '../../rules/week.ts'
import { type BoardFacts, Cell } from './cell.tsx'
import { tabStopIn } from './grips.ts'
import { dayText } from './words.ts'

export interface BoardProps {
  rows: readonly BoardRow[]
  days: readonly string[]
  cells: ReadonlyMap<string, readonly Inspection[]>
  conflicts: ReadonlyMap<string, readonly Conflict[]>
  /** The cell over which a card is carried by keys. */
  target: string | undefined
  carriedId: number | undefined
  /** The card that had the focus last; it may not be shown any more. */
  lastId: number | undefined
  facts: BoardFacts
}

const noStops: readonly Inspection[] = []
const noConflicts: readonly Conflict[] = []

/** Where Tab stops on a board of these rows and days. */
const stopOn = ({ rows, days, cells, lastId }: BoardProps): number | undefined =>
  tabStopIn(
    rows.flatMap(({ id }) => days.flatMap((day) => cells.get(cellName(id, day)) ?? noStops)),
    lastId,
  )

interface CellProps {
  row: BoardRow
  day: string
  board: BoardProps
  currentId: number | undefined
}

/** One cell of a board. */
function CellOf({ row, day, board, currentId }: CellProps) {
  const { cells, conflicts, target, carriedId, facts } = board
  const name = cellName(row.id, day)
  const stops = cells.get(name) ?? noStops
  const has = (id: number | undefined) => (stops.some((it) => it.id === id) ? id : undefined)
  return (
    <Cell
      inspectorId={row.id}
      day={day}
      stops={stops}
      conflicts={conflicts.get(name) ?? noConflicts}
      name={`${row.name}, ${dayText(day)}`}
      isTarget={target === name}
      carriedId={has(carriedId)}
      currentId={has(currentId)}
      {...facts}
    />
  )
}

/** Inspectors down, days across: the board at a desk. */
export function Board(board: BoardProps) {
  const { rows, days, cells, facts } = board
  const visitsIn = (names: readonly string[]) => plural(countIn(cells, names), 'visit')
  const currentId = stopOn(board)
  const scroller = useRef<HTMLElement>(null)
  const [monday] = days
  const hasToday = days.includes(facts.today)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each week, else the board moves under the hand
  useEffect(() => {
    const box = scroller.current
    const today = box?.querySelector<HTMLElement>('th[data-today]')
    if (box && today) box.scrollLeft = today.offsetLeft + today.offsetWidth - box.clientWidth
  }, [monday, hasToday])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys where it holds no card
    <section ref={scroller} className="week-scroll" aria-label="Board of the week" tabIndex={0}>
      {/* With its weekend, the week keeps the width of a day and scrolls. */}
      <table style={{ minWidth: `${8.5 + days.length * 9.5}rem` }}>
        <thead>
          <tr>
            <th scope="col">Inspector</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === facts.today || undefined}>
                {dayText(day)}
                <small>
                  {day === facts.today && 'Today, '}
                  {visitsIn(rows.map(({ id }) => cellName(id, day)))}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                {!row.isActive && <small>No longer works here</small>}
                <small>{visitsIn(days.map((day) => cellName(row.id, day)))}</small>
              </th>
              {days.map((day) => (
                <td key={day}>
                  <CellOf row={row} day={day} board={board} currentId={currentId} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** One day of all inspectors, or all days of one inspector: what fits on a phone. */
export function OneAtATime({ by, ...board }: BoardProps & { by: 'day' | 'inspector' }) {
  const { rows, days, facts } = board
  const currentId = stopOn(board)
  return (
    <>
      {rows.flatMap((row) =>
        days.map((day) => (
          <section key={cellName(row.id, day)} aria-label={`${row.name}, ${dayText(day)}`}>
            <h2>
              {by === 'day' ? row.name : dayText(day)}
              {by === 'inspector' && day === facts.today && ' (today)'}
            </h2>
            {by === 'day' && !row.isActive && <p>No longer works here</p>}
            <CellOf row={row} day={day} board={board} currentId={currentId} />
          </section>
        )),
      )}
    </>
  )
}
