import { useEffect, useRef, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { useZone } from '../../parts/use-now.ts'
import { saved } from '../../parts/use-save.ts'
import { assignInspector, scheduleInspection } from '../../records/inspection.ts'
import { wallTime } from '../../rules/dates.ts'
import { type MoveSteps, type Planned, stepsOf } from '../../rules/week-move.ts'
import { usePerform } from '../../sync/react/hooks.ts'

/** A move that was made, for its message and for Undo. */
export interface Made {
  visit: Inspection
  from: Planned
  to: Planned
}

/** A card is shown in its new place at once, until the stored row shows it there. */
interface Ahead {
  visit: Inspection
  to: Planned
  isDone: boolean
  /** The rows as shown when the move was saved, including it. The next moves start from them. */
  over: readonly Inspection[] | undefined
}

export const plannedOf = (visit: Inspection, zone: string): Planned => ({
  inspectorId: visit.inspector_id ?? null,
  at: wallTime(visit.scheduled_datetime, zone),
})

const moved = (visit: Inspection, { inspectorId, at }: Planned): Inspection => ({
  ...visit,
  inspector_id: inspectorId,
  scheduled_datetime: at,
})

/** Moves cards by the documented calls for the appointment and the inspector. Each move can be undone. */
export function useMoves(rows: readonly Inspection[] | undefined) {
  const perform = usePerform()
  const zone = useZone()
  const [ahead, setAhead] = useState<Ahead>()
  const [last, setLast] = useState<Made>()
  const latest = useRef(rows)
  latest.current = rows
  const shown = rows?.find((it) => it.id === ahead?.visit.id)
  const hasArrived = ahead !== undefined && shown && Object.keys(stepsOf(plannedOf(shown, zone), ahead.to)).length === 0
  useEffect(() => {
    if (hasArrived || (ahead?.isDone && rows !== ahead.over)) setAhead(undefined)
  }, [hasArrived, ahead, rows])
  /** The place that was saved; null if none was. A full device may save the day and not the inspector. */
  const carryOut = async ({ visit, from, to }: Made, steps: MoveSteps, seen: object): Promise<Planned | null> => {
    setAhead({ visit, to, isDone: false, over: rows })
    const params = { inspectionId: visit.id }
    let put = null as Planned | null
    // A newer change by somebody else is found by comparing with the row as it was when the card was picked up.
    await saved(async () => {
      if (steps.schedule !== undefined) {
        await perform(scheduleInspection, params, { scheduled_datetime: steps.schedule }, { seen })
        put = { ...from, at: to.at }
      }
      if (steps.inspector !== undefined)
        await perform(assignInspector, params, { inspector_id: steps.inspector }, { seen })
      put = to
    })
    // Another card may have been moved meanwhile, and stays in its new place.
    setAhead((it) => {
      if (it?.visit.id !== visit.id) return it
      return put === to ? { ...it, isDone: true, over: latest.current } : undefined
    })
    return put
  }
  return {
    /** The rows, with the card being moved in its new place. */
    withMoved: (all: readonly Inspection[]): readonly Inspection[] =>
      ahead ? [...all.filter((it) => it.id !== ahead.visit.id), moved(ahead.visit, ahead.to)] : all,
    ahead,
    last,
    forget: () => setLast(undefined),
    /** The place where the visit is now; null if nothing changes or nothing could be saved. */
    async move(visit: Inspection, to: Planned): Promise<Planned | null> {
      const made = { visit, from: plannedOf(visit, zone), to }
      const steps = stepsOf(made.from, to)
      const put = Object.keys(steps).length === 0 ? null : await carryOut(made, steps, visit)
      if (put) setLast({ ...made, to: put })
      return put
    },
    async undo({ visit, from, to }: Made): Promise<Planned | null> {
      setLast(undefined)
      const back = { visit, from: to, to: from }
      return carryOut(back, stepsOf(to, from), { inspector_id: to.inspectorId, scheduled_datetime: to.at })
    },
  }
}
