import { Link, useParams } from '@tanstack/react-router'
import type { Violation } from '../../contract/violation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { evidenceOf } from '../../records/evidence.ts'
import { allUsers } from '../../records/user.ts'
import { violationById } from '../../records/violation.ts'
import { may } from '../../rules/permissions.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import { useRow, useRows, useServerId, useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/printing.ts'
import { Refused } from '../../ui/refused.tsx'
import { Note } from '../../ui/states.tsx'
import { type Evidence, EvidenceChain, EvidenceFiles, EvidenceHead, EvidenceWaiting } from './evidence-parts.tsx'
import { ViolationCodes } from './violation-codes.tsx'
import { ViolationFacts } from './violation-facts.tsx'

/** The evidence sheet of a violation: facts, pictures with their hashes, and the chain of events, for paper or a PDF. */
export function EvidenceScreen() {
  const params = useParams({ from: '/violation/$violationId/evidence' })
  const id = useServerId('violation', Number(params.violationId))
  const violation = useRow(violationById(id))
  const isAllowed = may(useUser().role, 'verifyFiles')
  if (!isAllowed) return <Refused title="Evidence" message="Only those who work here see the evidence." />
  if (violation.row) return <Sheet violation={violation.row} />
  return (
    <Page title="Evidence">
      <LoadState of={violation} id={id} failed="Failed to fetch violation" />
    </Page>
  )
}

function Sheet({ violation }: { violation: Violation }) {
  const { id, combadd, status } = violation
  const sheet = useValue<Evidence>(evidenceOf(id), id > 0)
  const users = useRows(allUsers()).rows ?? []
  return (
    <Page
      title={`Evidence of ${violationTitle(violation)}`}
      above={
        <Link to="/violation/$violationId" params={{ violationId: String(id) }}>
          {combadd?.trim() || 'The violation'}
        </Link>
      }
      meta={
        <>
          <StatusBadge of="violation" status={status} />
          <span>
            Deadline <ViolationDeadline violation={violation} />
          </span>
          <AsOf of={sheet} />
        </>
      }
      actions={
        <Button icon="file" disabled={!sheet.value} onClick={printPage}>
          Print or save as PDF
        </Button>
      }
    >
      <ViolationFacts violation={violation} />
      <ViolationCodes codes={violation.codes} />
      {id < 0 && <Note tone="gray">The evidence can be shown once the violation has been sent.</Note>}
      {id > 0 && !sheet.value && <EvidenceWaiting problem={sheet.problem} />}
      {sheet.value && (
        <>
          <EvidenceFiles files={sheet.value.files} users={users} />
          <EvidenceChain events={sheet.value.events} users={users} />
          <EvidenceHead head={sheet.value.head} />
        </>
      )}
    </Page>
  )
}
