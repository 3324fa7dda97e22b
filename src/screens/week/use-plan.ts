import { useEffect, useMemo, useRef, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { cellName, plannedAt } from '../../rules/week.ts'
import { type Planned, type Spot, timeOn } from '../../rules/week-move.ts'
import type { BoardProps } from './board.tsx'
import type { CardActs } from './card.tsx'
import { useDrops } from './drag.ts'
import { gripOf } from './grips.ts'
import { useBoard } from './use-board.ts'
import { useCarry } from './use-carry.ts'
import { type Made, plannedOf, useMoves } from './use-moves.ts'
import type { Week } from './use-week.ts'
import { addressText, placeWords, spotWords } from './words.ts'

interface Choices {
  zone: string
  today: string
  monday: string
  overdueUntil: string
  capacity: number
  withWeekend: boolean
}

type Board = ReturnType<typeof useBoard>

/** The board of a week with all its actions. */
export function usePlan(week: Week, choices: Choices) {
  const { zone, today, capacity } = choices
  const marks = useUnsentMarks('inspection')
  const all = useMemo(() => [...week.visits, ...week.pile], [week.visits, week.pile])
  const moves = useMoves(all)
  const { ahead, withMoved } = moves
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is moved ahead is all that `withMoved` reads
  const visits = useMemo(() => withMoved(week.visits), [week.visits, ahead])
  const board = useBoard(visits, choices)
  const [lastId, setLast] = useState<number>()
  const [opened, setOpened] = useState<Inspection>()
  const [said, say] = useState('')
  const moving = useMoving({ choices, board, moves, say })
  const { rows, days, cells } = board
  const carry = useCarry({
    rows,
    days,
    say,
    nameOf: addressText,
    spotOf: (visit) => spotIn(visit, board, zone),
    wordsOf: (spot) => spotWords(spot, { rows, days, cells, capacity }),
    drop: (visit, { inspectorId, day }) => moving.drop(visit, inspectorId, day),
  })
  const acts = useActs({
    onKey: carry.onKey,
    onOpen: setOpened,
    onFocus: (visit) => setLast(visit.id),
    onBlur: carry.giveUp,
  })
  const facts = useMemo(
    () => ({ zone, today, capacity, places: week.places, marks, acts }),
    [zone, today, capacity, week.places, marks, acts],
  )
  const { carried } = carry
  const { inspectorId, day } = carried?.place ?? {}
  const pile = pileWith(week.pile, ahead)
  const shared: BoardProps = {
    rows,
    days,
    cells,
    conflicts: board.conflicts,
    target: inspectorId !== undefined && day ? cellName(inspectorId, day) : undefined,
    carriedId: carried?.visit.id,
    lastId,
    facts,
  }
  return {
    board,
    shared,
    pile,
    isOverPile: carried !== undefined && day === undefined,
    said,
    opened,
    setOpened,
    moving,
  }
}

interface Moving {
  choices: Choices
  board: Board
  moves: ReturnType<typeof useMoves>
  say: (words: string) => void
}

/** Handles a card that was dropped by mouse or keys, or moved by the dialog. */
function useMoving({ choices, board, moves, say }: Moving) {
  const { zone, overdueUntil } = choices
  const focusLater = useFocusLater()
  const stays = (visit: Inspection) => say(`${addressText(visit)} stays where it was.`)
  const move = async (visit: Inspection, to: Planned) => {
    focusLater(visit.id)
    const put = await moves.move(visit, to)
    if (put) say(`${addressText(visit)} moved: ${placeWords(board.rows, put)}.`)
    else stays(visit)
  }
  /** Without an inspector or a day, the place is the pile. */
  const drop = (visit: Inspection, inspectorId: number | undefined, day: string | undefined) => {
    if (inspectorId === undefined || day === undefined) {
      if (isInPile(visit, overdueUntil, zone)) stays(visit)
      else void move(visit, { inspectorId: visit.inspector_id ?? null, at: null })
      return
    }
    const from = plannedOf(visit, zone)
    const stops = board.cells.get(cellName(inspectorId, day)) ?? []
    // On the same day the time stays, also if there is none.
    const at = from.at?.startsWith(day) ? from.at : timeOn(day, visit, stops, zone)
    void move(visit, { inspectorId, at })
  }
  useDrops((visit, place) => {
    if (place.isPile) drop(visit, undefined, undefined)
    else drop(visit, Number(place.inspectorId), String(place.day))
  })
  return {
    last: moves.last,
    forget: moves.forget,
    move,
    drop,
    async undo(made: Made) {
      focusLater(made.visit.id)
      const put = await moves.undo(made)
      if (put) say(`${addressText(made.visit)} is back: ${placeWords(board.rows, put)}.`)
    },
  }
}

/** Decided by the visit itself, as in `pileListing`, because only the first part of the pile is loaded. */
const isInPile = (visit: Inspection, overdueUntil: string, zone: string): boolean => {
  const day = plannedAt(visit, zone)?.day
  return day === undefined || visit.inspector_id == null || day <= overdueUntil
}

const spotIn = (visit: Inspection, { rows, days }: Board, zone: string): Spot => {
  const row = Math.max(
    0,
    rows.findIndex((it) => it.id === visit.inspector_id),
  )
  const column = days.indexOf(plannedAt(visit, zone)?.day ?? '')
  return { row, column: column < 0 || visit.inspector_id == null ? days.length : column }
}

/** The pile with a card that is being moved to it, or without one that is being moved out. */
function pileWith(pile: readonly Inspection[], ahead: ReturnType<typeof useMoves>['ahead']): readonly Inspection[] {
  if (!ahead) return pile
  const others = pile.filter((it) => it.id !== ahead.visit.id)
  const { inspectorId, at } = ahead.to
  return at === null || inspectorId === null
    ? [{ ...ahead.visit, inspector_id: inspectorId, scheduled_datetime: at }, ...others]
    : others
}

/** The same functions as long as the board is shown, so no card renders because of them. */
function useActs(now: CardActs): CardActs {
  const latest = useRef(now)
  latest.current = now
  return useMemo(
    () => ({
      onKey: (event, visit) => latest.current.onKey(event, visit),
      onOpen: (visit) => latest.current.onOpen(visit),
      onFocus: (visit) => latest.current.onFocus(visit),
      onBlur: () => latest.current.onBlur(),
    }),
    [],
  )
}

/** A card in another cell is a new element, so it gets the focus again unless the focus has moved elsewhere. */
function useFocusLater() {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const grip = wanted.current !== undefined && document.activeElement === document.body && gripOf(wanted.current)
    if (!grip) return
    wanted.current = undefined
    grip.focus()
  })
  return (id: number) => {
    wanted.current = id
  }
}
