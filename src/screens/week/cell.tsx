import { memo, useEffect, useRef } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { milesText, type Point } from '../../rules/point.ts'
import { type Conflict, hoursText, type Load, loadOf, wayOf } from '../../rules/week.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card, type CardActs } from './card.tsx'
import { useDropPlace } from './drag.ts'

/** What all cells of a board share. */
export interface BoardFacts {
  zone: string
  today: string
  capacity: number
  places: ReadonlyMap<number, Point>
  marks: ReadonlyMap<number, OutboxEntry[]>
  acts: CardActs
}

interface Props extends BoardFacts {
  inspectorId: number
  day: string
  stops: readonly Inspection[]
  conflicts: readonly Conflict[]
  /** The name of the list of cards: 'Odile Navarro, Mon, 11/23'. */
  name: string
  /** A card carried by keys is over this cell. */
  isTarget: boolean
  carriedId: number | undefined
  currentId: number | undefined
}

/** One inspector's day: the number of visits, the length of the route, and the cards by time. */
export const Cell = memo(function Cell(props: Props) {
  const { inspectorId, day, stops, conflicts, name, isTarget, carriedId, currentId, ...facts } = props
  const ref = useRef<HTMLDivElement>(null)
  useDropPlace(ref, { inspectorId, day })
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isTarget])
  const double = new Set(conflicts.flatMap((it) => (it.kind === 'sameTime' ? it.ids : [])))
  return (
    <div ref={ref} className="week-cell" data-target={isTarget || undefined} data-cell={name}>
      <LoadLine load={loadOf(stops, facts.capacity)} way={wayOf(stops, (id) => facts.places.get(id))} />
      {stops.length > 0 && (
        <ul aria-label={name}>
          {stops.map((visit) => (
            <Card
              key={visit.id}
              visit={visit}
              zone={facts.zone}
              today={facts.today}
              isDouble={double.has(visit.id)}
              isCarried={visit.id === carriedId}
              isCurrent={visit.id === currentId}
              entries={facts.marks.get(visit.id)}
              acts={facts.acts}
            />
          ))}
        </ul>
      )}
    </div>
  )
})

function LoadLine({ load, way }: { load: Load; way: number | null | undefined }) {
  const { count, capacity, minutes, isOver } = load
  return (
    <p>
      <span>
        {count} of {capacity}
      </span>
      {count > 0 && <span>{hoursText(minutes)}</span>}
      {way !== undefined && (
        <span>
          <span className="unseen">Way: </span>
          {way === null ? '—' : milesText(way)}
          {way === null && <span className="unseen"> (not every place is known)</span>}
        </span>
      )}
      {isOver && (
        <strong>
          <Icon name="warning" size={14} />
          Over
        </strong>
      )}
    </p>
  )
}
