import { Link, useParams } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import type { Violation } from '../../contract/violation.ts'
import { type Age, AsOf } from '../../parts/as-of.tsx'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { FollowUpLink } from '../../parts/follow-up-link.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { addViolation, violationById } from '../../records/violation.ts'
import { may, mayWrite } from '../../rules/permissions.ts'
import { canAbate, canReopen } from '../../rules/violation-status.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow, useServerId } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { ExtendDeadline } from './extend-deadline.tsx'
import { NoticeDownload } from './notice-download.tsx'
import { StatusStep, StatusStepState } from './status-step.tsx'
import { ViolationAssignee } from './violation-assignee.tsx'
import { ViolationCitations } from './violation-citations.tsx'
import { ViolationCodes } from './violation-codes.tsx'
import { ViolationComments } from './violation-comments.tsx'
import { ViolationFacts } from './violation-facts.tsx'
import { ViolationFiles } from './violation-files.tsx'
import { Parts } from './violation-look.ts'
import { ViolationServices } from './violation-services.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [violationById(Number(params.violationId))]

/** A violation: address, assignee, deadline, status, codes, files, comments and citations (VD-01). */
export function ViolationScreen() {
  const { violationId } = useParams({ from: '/violation/$violationId' })
  return <ViolationRecord routeId={Number(violationId)} />
}

/** The same by its id, which may still be the local one. */
export function ViolationRecord({ routeId }: { routeId: Id }) {
  const id = useServerId('violation', routeId)
  const violation = useRow(violationById(id))
  if (violation.row) return <OpenViolation violation={violation.row} of={violation} />
  return (
    <Page title="Violation">
      <LoadState of={violation} id={id} failed="Failed to fetch violation" />
      {violation.problem?.kind === 'refused' && <Empty>No violation available.</Empty>}
    </Page>
  )
}

interface Props {
  violation: Violation
  /** How old the shown data is, and why it is not newer. */
  of: Age
}

function OpenViolation({ violation, of }: Props) {
  const { id, status } = violation
  const isDesk = useIsDesk()
  const { role } = useUser()
  const canWrite = mayWrite(role)
  // VD-07: nothing is offered to those who may not do it.
  const step = canWrite && (canAbate(status) || canReopen(status)) && <StatusStep violation={violation} />
  return (
    <Page
      title={violationTitle(violation)}
      above={<AddressLink id={violation.address_id} combadd={violation.combadd} />}
      meta={
        <>
          <StatusBadge of="violation" status={status} />
          <span>
            Deadline <ViolationDeadline violation={violation} />
          </span>
          <EntryStateLine type="violation" id={id} of={addViolation} failure="Failed to create violation" />
          <StatusStepState violation={violation} />
          <AsOf of={of} />
        </>
      }
      actions={isDesk && step}
    >
      {violation.address_id && <PremiseAlerts addressId={violation.address_id} />}
      <Parts>
        <div data-part="facts">
          <ViolationFacts violation={violation} />
          <ViolationCodes codes={violation.codes} />
        </div>
        <div data-part="side" className="not-printed">
          {canWrite && status !== 1 && (
            <Section
              title="Deadline"
              actions={status === 0 && violation.address_id && <FollowUpLink addressId={violation.address_id} />}
            >
              <ExtendDeadline violation={violation} />
            </Section>
          )}
          {may(role, 'assign') && (
            <Section title="Assignee">
              <ViolationAssignee violation={violation} />
            </Section>
          )}
          <Section title="Notice">
            <NoticeDownload violation={violation} />
          </Section>
          {may(role, 'verifyFiles') && (
            <Section title="Evidence">
              <Link to="/violation/$violationId/evidence" params={{ violationId: String(id) }}>
                Evidence sheet
              </Link>
              {' · '}
              <Link to="/violation/$violationId/case-file" params={{ violationId: String(id) }}>
                Case file
              </Link>
            </Section>
          )}
        </div>
        <div data-part="work">
          <ViolationCitations violation={violation} canWrite={canWrite} />
          <ViolationServices violation={violation} canWrite={canWrite} />
          <ViolationFiles violationId={id} canWrite={canWrite} />
          <ViolationComments violation={violation} problem={of.problem} />
        </div>
      </Parts>
      {!isDesk && step && <BottomBar label="Next step">{step}</BottomBar>}
    </Page>
  )
}
