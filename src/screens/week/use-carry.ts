import { type KeyboardEvent, useRef, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { isMoveKey, nextSpot, type Spot } from '../../rules/week-move.ts'
import { nearestGrip } from './grips.ts'

interface Carried {
  visit: Inspection
  spot: Spot
}

interface Board {
  rows: number
  days: number
  /** Where a card stands now. */
  spotOf: (visit: Inspection) => Spot
  /** The announcement of a place while a card is over it. */
  wordsOf: (spot: Spot) => string
  nameOf: (visit: Inspection) => string
  say: (words: string) => void
  drop: (visit: Inspection, spot: Spot) => void
}

/**
 * A card carried by keys: picked up with Space or Enter, moved by the arrows, dropped with Enter, cancelled with
 * Escape.
 */
export function useCarry(board: Board) {
  const [carried, setCarried] = useState<Carried>()
  const latest = useRef(board)
  latest.current = board
  const onKey = (event: KeyboardEvent<HTMLElement>, visit: Inspection) => {
    const { rows, days, spotOf, wordsOf, nameOf, say, drop } = latest.current
    const { key } = event
    const isTake = key === ' ' || key === 'Enter'
    if (!isTake && key !== 'Escape' && !isMoveKey(key)) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (!carried) {
      if (key === 'Escape') return
      event.preventDefault()
      if (isMoveKey(key)) return nearestGrip(event.currentTarget, key)?.focus()
      const spot = spotOf(visit)
      setCarried({ visit, spot })
      say(`${nameOf(visit)} is picked up. Arrow keys move it over days and inspectors, Enter drops it, Escape cancels.`)
      return
    }
    event.preventDefault()
    if (isMoveKey(key)) {
      const spot = nextSpot(carried.spot, key, { rows, days })
      setCarried({ ...carried, spot })
      // The cell scrolls into view when it is marked.
      say(wordsOf(spot))
      return
    }
    setCarried(undefined)
    if (key === 'Escape') say(`${nameOf(carried.visit)} stays where it was.`)
    else drop(carried.visit, carried.spot)
  }
  const giveUp = () => {
    if (!carried) return
    setCarried(undefined)
    latest.current.say(`${latest.current.nameOf(carried.visit)} stays where it was.`)
  }
  return { carried, onKey, giveUp }
}
