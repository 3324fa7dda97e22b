import { useMemo, useRef } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { allUsers } from '../../records/user.ts'
import { boardRows, type Conflict, cellsOf, conflictsOf, plannedDays, shownDays } from '../../rules/week.ts'
import { useRows } from '../../sync/react/hooks.ts'

interface Asked {
  monday: string
  today: string
  capacity: number
  withWeekend: boolean
  zone: string
}

/** The board of these visits: its rows, days and cells, and their conflicts. */
export function useBoard(visits: readonly Inspection[], { monday, today, capacity, withWeekend, zone }: Asked) {
  const { rows: users } = useRows(allUsers())
  const found = useMemo(() => boardRows(users ?? [], visits), [users, visits])
  const known = useRef(found)
  if (JSON.stringify(known.current) !== JSON.stringify(found)) known.current = found
  const rows = known.current
  const days = useMemo(
    () => shownDays(monday, plannedDays(visits, zone), withWeekend),
    [visits, monday, withWeekend, zone],
  )
  const fresh = useMemo(() => cellsOf(visits, zone), [visits, zone])
  const cells = useSameCells(fresh)
  // An unchanged cell keeps its conflicts and is not rendered again.
  const conflictsOfCell = useMemo(() => {
    const isActive = new Map(rows.map((it) => [it.id, it.isActive]))
    const said = new WeakMap<readonly Inspection[], Conflict[]>()
    return (name: string, stops: readonly Inspection[]): Conflict[] => {
      const [id, day = ''] = name.split(' ')
      const facts = { day, today, capacity, isActive: isActive.get(Number(id)) ?? true }
      const conflicts = said.get(stops) ?? conflictsOf(stops, facts, zone)
      said.set(stops, conflicts)
      return conflicts
    }
  }, [rows, today, capacity, zone])
  const conflicts = useMemo(
    () => new Map([...cells].map(([name, stops]) => [name, conflictsOfCell(name, stops)])),
    [cells, conflictsOfCell],
  )
  return {
    rows,
    days,
    cells,
    conflicts,
    isKnown: users !== undefined,
    /** The rows, with the inspector of a visit that is not on this board. */
    rowsWith: (visit: Inspection) => boardRows(users ?? [], [...visits, visit]),
  }
}

/** An unchanged cell gets the same list as before, so only the two cells of a move render. */
function useSameCells(fresh: Map<string, Inspection[]>): ReadonlyMap<string, readonly Inspection[]> {
  const known = useRef<ReadonlyMap<string, readonly Inspection[]>>(new Map())
  return useMemo(() => {
    const same = new Map<string, readonly Inspection[]>()
    for (const [name, stops] of fresh) {
      const before = known.current.get(name)
      const isSame = before?.length === stops.length && stops.every((it, at) => it === before[at])
      same.set(name, isSame && before ? before : stops)
    }
    known.current = same
    return same
  }, [fresh])
}
