import { useEffect, useId, useRef, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/fields-look.ts'
import { ErrorLine } from '../../ui/states.tsx'
import { Card } from './card.tsx'
import type { BoardFacts } from './cell.tsx'
import { useDropPlace } from './drag.ts'
import { tabStopIn } from './grips.ts'
import { useFoundInPile } from './use-week.ts'

interface Props {
  rows: readonly Inspection[]
  total: number
  onMore: () => void
  overdueUntil: string
  facts: BoardFacts
  isTarget: boolean
  carriedId: number | undefined
  /** The card that had the focus last; it may not be here. */
  lastId: number | undefined
}

/** The visits still to be planned: overdue ones first, then those without an inspector, then those without a day. */
export function Pile(props: Props) {
  const { rows, total, onMore, overdueUntil, facts, isTarget, carriedId, lastId } = props
  const [words, setWords] = useState('')
  const ref = useRef<HTMLElement>(null)
  const [titleId, fieldId] = [useId(), useId()]
  useDropPlace(ref, { isPile: true })
  useEffect(() => {
    if (isTarget) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isTarget])
  const { found, isFailed } = useFoundInPile(words, overdueUntil)
  const isSearched = words.trim() !== ''
  const shown = isSearched ? (found?.rows ?? []) : rows
  const currentId = tabStopIn(shown, lastId)
  return (
    <section ref={ref} className="week-pile" aria-labelledby={titleId} data-target={isTarget || undefined}>
      <h2 id={titleId}>
        Unscheduled <span>{isSearched && found ? `${shown.length} of ${total}` : total}</span>
      </h2>
      <label htmlFor={fieldId} className="unseen">
        Search the unscheduled
      </label>
      <Input
        id={fieldId}
        type="search"
        placeholder="Search the unscheduled"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {isFailed && <ErrorLine message="The unscheduled cannot be searched just now" />}
      {isSearched && found?.rows.length === 0 && <p role="status">No unscheduled inspection has these words.</p>}
      {!isSearched && total === 0 && <p>Everything is planned.</p>}
      <ul aria-label="Unscheduled inspections">
        {shown.map((visit) => (
          <Card
            key={visit.id}
            visit={visit}
            zone={facts.zone}
            today={facts.today}
            isInPile
            isCarried={visit.id === carriedId}
            isCurrent={visit.id === currentId}
            entries={facts.marks.get(visit.id)}
            acts={facts.acts}
          />
        ))}
      </ul>
      {isSearched && found && !found.isWhole && <p>More have these words. Type another word to find fewer.</p>}
      {!isSearched && rows.length < total && (
        <Button kind="quiet" onClick={onMore}>
          Show more of {total}
        </Button>
      )}
    </section>
  )
}
