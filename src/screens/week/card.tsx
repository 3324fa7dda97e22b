import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, memo, useRef } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark } from '../../parts/unsent-mark.tsx'
import { isComplaint } from '../../rules/inspection-source.ts'
import { isOpenVisit } from '../../rules/open-visit.ts'
import { personName } from '../../rules/person.ts'
import { plannedAt } from '../../rules/week.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useDraggable } from './drag.ts'
import { addressText, dayText, kindText, timeWords } from './words.ts'

/** The id of the text that tells screen readers how cards are moved. */
export const keysId = 'week-keys'

export interface CardActs {
  onKey: (event: KeyboardEvent<HTMLElement>, visit: Inspection) => void
  onOpen: (visit: Inspection) => void
  onFocus: (visit: Inspection) => void
  onBlur: () => void
}

interface Props {
  visit: Inspection
  zone: string
  today: string
  /** Another visit of the same inspector begins at the same time. */
  isDouble?: boolean
  /** In the pile, the card also names its day and its inspector, if it has them. */
  isInPile?: boolean
  isCarried: boolean
  /** Whether Tab stops here. One card of the board is a Tab stop, and one of the pile; the arrow keys go on from it. */
  isCurrent: boolean
  entries: readonly OutboxEntry[] | undefined
  acts: CardActs
}

/** An inspection or complaint on the board. */
export const Card = memo(function Card(props: Props) {
  const { visit, zone, today, isDouble, isInPile, isCarried, isCurrent, entries, acts } = props
  const ref = useRef<HTMLLIElement>(null)
  const isOpen = isOpenVisit(visit)
  useDraggable(ref, visit, isOpen)
  const at = plannedAt(visit, zone)
  const isLate = isOpen && at !== null && at.day < today
  const when = isInPile ? pileTime(visit, zone) : timeWords(visit, zone)
  return (
    <li ref={ref} className="week-card" data-carried={isCarried || undefined} data-done={!isOpen || undefined}>
      {isOpen ? (
        <button
          type="button"
          className="week-grip"
          data-grip={visit.id}
          aria-label={`${when}, ${addressText(visit)}: move`}
          aria-describedby={keysId}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => acts.onOpen(visit)}
          onKeyDown={(event) => acts.onKey(event, visit)}
          // Firefox clicks when Space is released, even if its keydown was prevented.
          onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
          onFocus={() => acts.onFocus(visit)}
          onBlur={acts.onBlur}
        >
          {when}
          <span className="week-move">Move</span>
          <Icon name="more" size={16} />
        </button>
      ) : (
        <strong>{when}</strong>
      )}
      <RecordName visit={visit} tabIndex={isCurrent || !isOpen ? 0 : -1} />
      <small>{kindText(visit).replaceAll('/', '/\u200b')}</small>
      {isInPile && visit.inspector_id != null && <small>{personName(visit.inspector)}</small>}
      <div>
        {!isOpen && <StatusBadge of={isComplaint(visit) ? 'complaint' : 'inspection'} status={visit.status} />}
        {isLate && (
          <Badge tone="red" icon="clock">
            Overdue
          </Badge>
        )}
        {isDouble && (
          <Badge tone="yellow" icon="warning">
            Same time
          </Badge>
        )}
        <UnsentMark entries={entries} />
      </div>
    </li>
  )
})

function RecordName({ visit, tabIndex }: { visit: Inspection; tabIndex: number }) {
  const text = addressText(visit)
  const id = String(visit.id)
  // The browser would drag a link by its URL; here the whole card is dragged.
  const shared = { tabIndex, draggable: false }
  return isComplaint(visit) ? (
    <Link to="/complaint/$complaintId" params={{ complaintId: id }} {...shared}>
      {text}
    </Link>
  ) : (
    <Link to="/inspection/$inspectionId" params={{ inspectionId: id }} {...shared}>
      {text}
    </Link>
  )
}

function pileTime(visit: Inspection, zone: string): string {
  const at = plannedAt(visit, zone)
  return at ? `${dayText(at.day)}, ${timeWords(visit, zone)}` : 'No day'
}
