import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Violation } from '../../contract/violation.ts'
import { type Age, AsOf } from '../../parts/as-of.tsx'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { violationById } from '../../records/violation.ts'
import { may } from '../../rules/permissions.ts'
import { violationTitle } from '../../rules/violation-type.ts'
import { useRow, useServerId } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/print-page.ts'
import { Refused } from '../../ui/refused.tsx'
import { Note } from '../../ui/states.tsx'
import { ViolationCodes } from './violation-codes.tsx'
import { ViolationFacts } from './violation-facts.tsx'

interface Props {
  /** 'Evidence' */
  title: string
  /** The violation's id in the page's URL, which may still be the local one. */
  routeId: Id
  /** The message for those who may not see it. */
  refused: string
  children: (violation: Violation) => ReactNode
}

/** The evidence of a violation for staff; a loading message, or why it cannot be loaded. */
export function ProofOfViolation({ title, routeId, refused, children }: Props) {
  const id = useServerId('violation', routeId)
  const violation = useRow(violationById(id))
  if (!may(useUser().role, 'verifyFiles')) return <Refused title={title} message={refused} />
  if (violation.row) return children(violation.row)
  return (
    <Page title={title}>
      <LoadState of={violation} id={id} failed="Failed to fetch violation" />
    </Page>
  )
}

interface PageProps {
  title: string
  violation: Violation
  age: Age
  canPrint: boolean
  /** The number of files that could not be loaded. */
  missing: number
  children: ReactNode
}

/** The page itself: the violation's place and state, then its evidence, for paper or a PDF. */
export function ProofPage({ title, violation, age, canPrint, missing, children }: PageProps) {
  const { id, combadd, status, codes } = violation
  return (
    <Page
      title={`${title} of ${violationTitle(violation)}`}
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
          <AsOf of={age} />
        </>
      }
      actions={
        <Button icon="file" disabled={!canPrint} onClick={printPage}>
          Print or save as PDF
        </Button>
      }
    >
      {missing > 0 && (
        <Note tone="yellow" role="status">
          {missingText(missing)}
        </Note>
      )}
      <ViolationFacts violation={violation} />
      <ViolationCodes codes={codes} />
      {children}
    </Page>
  )
}

/** Printed, too: a sheet of evidence must say what it lacks. */
const missingText = (count: number): string =>
  count === 1
    ? '1 file could not be loaded, so a print lacks it. It is tried again with signal.'
    : `${count} files could not be loaded, so a print lacks them. They are tried again with signal.`
