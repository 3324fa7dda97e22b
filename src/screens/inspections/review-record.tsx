import { Link } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { ViolationsMade } from '../../parts/violations-made.tsx'
import { inspectionById } from '../../records/inspection.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { isUnderReview } from '../../rules/inspection-status.ts'
import { personName } from '../../rules/person.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Note } from '../../ui/states.tsx'
import { AnswersSection } from './answers-section.tsx'
import { useHearing } from './finish-facts.ts'
import { InspectionFiles } from './inspection-files.tsx'
import { PlaceLink, recordNumber } from './inspection-place.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewList } from './review-list.tsx'
import { SentBack } from './sent-back.tsx'

interface Props {
  /** The record to continue with. */
  next: Id | null
  /** The queue is shown beside it. */
  isBeside: boolean
}

/** The findings of an inspection that waits for review, and the decision. */
export function ReviewRecord({ id, ...shown }: Props & { id: Id }) {
  const inspection = useRow(inspectionById(id))
  if (inspection.row) return <Found inspection={inspection.row} {...shown} />
  return (
    <Page title="Under Review">
      <LoadState of={inspection} id={id} failed="Failed to load inspection" />
    </Page>
  )
}

function Found({ inspection, next, isBeside }: Props & { inspection: Inspection }) {
  const { id, source, status, address_id, description, inspector, scheduled_datetime } = inspection
  const zone = useZone()
  const { seen, isHeard } = useHearing(inspection)
  return (
    <Page
      title={`${source} ${recordNumber(id)}`}
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          {!isBeside && <Link to="/under-review">Back to the queue</Link>}
          <StatusBadge of="inspection" status={status} />
          <Link to="/inspection/$inspectionId" params={{ inspectionId: String(id) }}>
            Open the inspection
          </Link>
          <AsOf of={seen} />
        </>
      }
    >
      {isUnderReview(status) ? (
        <ReviewDecision key={id} inspection={inspection} next={next} />
      ) : (
        <Note tone="accent">This is not under review any more.</Note>
      )}
      <SentBack inspection={inspection} />
      <Section title="Information">
        <Facts
          facts={{
            Inspector: personName(inspector, 'Unassigned'),
            Scheduled: scheduleText(scheduled_datetime, zone),
            ...(description?.trim() ? { Description: description } : {}),
          }}
        />
      </Section>
      <ReviewList inspectionId={id} isHeard={isHeard} />
      {address_id && <ViolationsMade inspectionId={id} addressId={address_id} />}
      <AnswersSection inspectionId={id} />
      <Section title="Attachments">
        <InspectionFiles inspectionId={id} canWrite={false} />
      </Section>
    </Page>
  )
}
