import { type KeyboardEvent, useRef, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { BoardRow } from '../../rules/week.ts'
import { isMoveKey, nextSpot, type Spot } from '../../rules/week-move.ts'
import { nearestGrip } from './grips.ts'

/** A cell by its inspector and day, which stay while rows and days come and go. Without a day it is the pile. */
interface Place {
  inspectorId: number | undefined
  day: string | undefined
}

interface Carried {
  visit: Inspection
  place: Place
}

interface Cells {
  rows: readonly BoardRow[]
  days: readonly string[]
}

interface Board extends Cells {
  /** Where a card stands now. */
  spotOf: (visit: Inspection) => Spot
  /** The announcement of a place while a card is over it. */
  wordsOf: (spot: Spot) => string
  nameOf: (visit: Inspection) => string
  say: (words: string) => void
  drop: (visit: Inspection, place: Place) => void
}

const placeAt = ({ row, column }: Spot, { rows, days }: Cells): Place => ({
  inspectorId: rows[row]?.id,
  day: days[column],
})

/** Null if the board has lost the inspector or the day meanwhile. */
function spotOfPlace({ inspectorId, day }: Place, { rows, days }: Cells): Spot | null {
  const row = inspectorId === undefined ? 0 : rows.findIndex((it) => it.id === inspectorId)
  const column = day === undefined ? days.length : days.indexOf(day)
  return row < 0 || column < 0 ? null : { row, column }
}

/**
 * A card carried by keys: picked up with Space or Enter, moved by the arrows, dropped with Enter, cancelled with
 * Escape.
 */
export function useCarry(board: Board) {
  const [carried, setCarried] = useState<Carried>()
  const latest = useRef(board)
  latest.current = board
  const giveUp = () => {
    if (!carried) return
    setCarried(undefined)
    latest.current.say(`${latest.current.nameOf(carried.visit)} stays where it was.`)
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, visit: Inspection) => {
    const { rows, days, spotOf, wordsOf, nameOf, say, drop } = latest.current
    const cells = { rows, days }
    const { key } = event
    const isTake = key === ' ' || key === 'Enter'
    if (!isTake && key !== 'Escape' && !isMoveKey(key)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!carried) {
      if (key === 'Escape') return
      event.preventDefault()
      if (isMoveKey(key)) return nearestGrip(event.currentTarget, key)?.focus()
      setCarried({ visit, place: placeAt(spotOf(visit), cells) })
      say(`${nameOf(visit)} is picked up. Arrow keys move it over days and inspectors, Enter drops it, Escape cancels.`)
      return
    }
    event.preventDefault()
    const here = spotOfPlace(carried.place, cells)
    if (!here) return giveUp()
    if (isMoveKey(key)) {
      const spot = nextSpot(here, key, { rows: rows.length, days: days.length })
      setCarried({ ...carried, place: placeAt(spot, cells) })
      // The cell scrolls into view when it is marked.
      say(wordsOf(spot))
      return
    }
    if (key === 'Escape') return giveUp()
    setCarried(undefined)
    drop(carried.visit, carried.place)
  }
  return { carried, onKey, giveUp }
}
