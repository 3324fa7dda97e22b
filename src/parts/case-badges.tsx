import type { Citation } from '../contract/citation.ts'
import type { Violation } from '../contract/violation.ts'
import { citationBadge, citationStatusOf } from '../rules/citation-status.ts'
import { complaintStatus, complaintTone } from '../rules/complaint-status.ts'
import { dateText } from '../rules/date-text.ts'
import {
  citationDeadlineState,
  type DeadlineState,
  deadlineOfViolation,
  deadlineTone,
  violationDeadlineState,
} from '../rules/deadline.ts'
import { inspectionStatusText, inspectionTone } from '../rules/inspection-status.ts'
import { violationBadge } from '../rules/violation-status.ts'
import { Badge } from '../ui/badge.tsx'
import { useNow, useZone } from './use-now.ts'

type Status = string | null | undefined

/** The status of an inspection: Pending when it has none (IL-02, AD-33). */
export const InspectionBadge = ({ status }: { status: Status }) => (
  <Badge tone={inspectionTone(status)}>{inspectionStatusText(status)}</Badge>
)

/** The status of a complaint in one of its three words, or as it is (AD-34). */
export const ComplaintBadge = ({ status }: { status: Status }) => (
  <Badge tone={complaintTone(status)}>{complaintStatus(status)}</Badge>
)

/** 0 Current red, 1 Resolved green, 2 Pending Trial yellow, 3 Dismissed gray (VL-02). */
export function ViolationBadge({ status }: { status: number | null | undefined }) {
  const { text, tone } = violationBadge(status)
  return <Badge tone={tone}>{text}</Badge>
}

/** Unpaid, Paid, Pending Trial, Dismissed; any other reads "Unknown" (CT-05, CT-06). */
export function CitationBadge({ citation }: { citation: Citation }) {
  const { text, tone } = citationBadge(citationStatusOf(citation))
  return <Badge tone={tone}>{text}</Badge>
}

/** A day and where it stands: "11/20/2026 Past Due" (AD-31). */
function Deadline({ day, state, none }: { day: string; state: DeadlineState | null; none: string }) {
  if (day === '') return <>{none}</>
  return (
    <>
      {day} {state && <Badge tone={deadlineTone[state]}>{state}</Badge>}
    </>
  )
}

/** The deadline of a violation with its badge (VL-01, AD-31). */
export function ViolationDeadline({ violation }: { violation: Violation }) {
  const now = useNow()
  const zone = useZone()
  const state = violationDeadlineState(violation, now, zone)
  return <Deadline day={dateText(deadlineOfViolation(violation), zone)} state={state} none="No deadline" />
}

/** The deadline of a citation with its badge, "N/A" without one (CT-02). */
export function CitationDeadline({ citation }: { citation: Citation }) {
  const now = useNow()
  const zone = useZone()
  const state = citationDeadlineState({ status: citationStatusOf(citation), deadline: citation.deadline }, now, zone)
  return <Deadline day={dateText(citation.deadline, zone)} state={state} none="N/A" />
}
