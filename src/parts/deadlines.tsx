import { chakra } from '@chakra-ui/react/styled-system'
import type { Citation } from '../contract/citation.ts'
import type { Violation } from '../contract/violation.ts'
import { citationStatusOf } from '../rules/citation-status.ts'
import { dateText } from '../rules/date-text.ts'
import {
  citationDeadlineState,
  type DeadlineState,
  deadlineOfViolation,
  violationDeadlineState,
} from '../rules/deadline.ts'
import { daysLeftText, isOpenViolation } from '../rules/open-matters.ts'
import { DeadlineBadge } from './deadline-badge.tsx'
import { useNow, useZone } from './use-now.ts'

/** The deadline of a violation with its badge (VL-01, AD-31). */
export function ViolationDeadline({ violation }: { violation: Violation }) {
  const now = useNow()
  const zone = useZone()
  const state = violationDeadlineState(violation, now, zone)
  return <Deadline day={dateText(deadlineOfViolation(violation), zone)} state={state} none="No deadline" />
}

/** How many days an open violation has left: '3 days left', '12 days late'; '—' once nothing is due any more. */
export function DaysLeft({ violation }: { violation: Violation }) {
  const now = useNow()
  const zone = useZone()
  const left = isOpenViolation(violation) ? daysLeftText(deadlineOfViolation(violation), now, zone) : null
  return left ? <Days isLate={left.isLate}>{left.text}</Days> : <>—</>
}

/** The deadline of a citation with its badge, "N/A" without one (CT-02). */
export function CitationDeadline({ citation }: { citation: Citation }) {
  const now = useNow()
  const zone = useZone()
  const state = citationDeadlineState({ status: citationStatusOf(citation), deadline: citation.deadline }, now, zone)
  return <Deadline day={dateText(citation.deadline, zone)} state={state} none="N/A" />
}

// All days have one width, so that the badges are aligned.
const Day = chakra('span', {
  base: { display: 'inline-block', minWidth: '6em', fontVariantNumeric: 'tabular-nums' },
})

const Days = chakra('span', {
  base: { whiteSpace: { lg: 'nowrap' } },
  variants: { isLate: { true: { color: 'red' } } },
})

function Deadline({ day, state, none }: { day: string; state: DeadlineState | null; none: string }) {
  if (day === '') return <>{none}</>
  return (
    <>
      <Day>{day}</Day> <DeadlineBadge state={state} />
    </>
  )
}
