import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { ScheduleField } from '../../parts/schedule-field.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { ViolationsMade } from '../../parts/violations-made.tsx'
import { inspectionById } from '../../records/inspection.ts'
import { addInspection } from '../../records/inspection-add.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { inspectionFailedText } from '../../rules/inspection-source.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { assigneeText } from '../../rules/person.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow, useServerId } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { ButtonLook } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { Page } from '../../ui/page.tsx'
import { Columns } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { ComplaintContact } from './complaint-contact.tsx'
import { ComplaintFiles } from './complaint-files.tsx'
import { ComplaintUnit } from './complaint-unit.tsx'
import { FurtherCalls } from './further-calls.tsx'
import { ViolationFound } from './violation-found.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [inspectionById(Number(params.complaintId))]

/** A complaint and the work on it (CP-03 to CP-15). Its areas are on the inspection's own pages (G-17). */
export function ComplaintScreen() {
  const { complaintId } = useParams({ from: '/complaint/$complaintId' })
  return <ComplaintRecord routeId={Number(complaintId)} />
}

/** The same by its id, which may still be the local one. */
export function ComplaintRecord({ routeId }: { routeId: Id }) {
  const id = useServerId('inspection', routeId)
  const complaint = useRow(inspectionById(id))
  if (complaint.row) return <OpenComplaint complaint={complaint.row} age={<AsOf of={complaint} />} />
  const { problem, row } = complaint
  const isMissing = (problem?.kind === 'refused' && problem.status === 404) || (row === null && id < 0)
  return (
    <Page title="Complaint Details">
      {isMissing ? (
        <Empty>Complaint not found</Empty>
      ) : (
        <LoadState of={complaint} id={id} loading="Loading complaint…" failed="Failed to fetch complaint" />
      )}
    </Page>
  )
}

interface OpenProps {
  complaint: Inspection
  age: ReactNode
}

function OpenComplaint({ complaint, age }: OpenProps) {
  const canWrite = mayWrite(useUser().role)
  const { id, address_id } = complaint
  return (
    <Page
      title={`Complaint Details — ${id > 0 ? `#${id}` : '#new'}`}
      above={<AddressLink id={address_id} combadd={complaint.address?.combadd} />}
      meta={
        <>
          <span>{complaint.source || 'Complaint'}</span>
          <StatusBadge of="complaint" status={complaint.status} />
          <EntryStateLine
            type="inspection"
            id={id}
            of={addInspection}
            failure={inspectionFailedText(complaint.source)}
          />
          {age}
        </>
      }
      actions={
        <ButtonLook asChild>
          <Link to="/inspection/$inspectionId" params={{ inspectionId: String(id) }}>
            Open as an inspection
          </Link>
        </ButtonLook>
      }
    >
      {address_id && <PremiseAlerts addressId={address_id} />}
      <Section title="Description">
        <div style={{ maxWidth: '48rem' }}>
          <LongText text={complaint.description?.trim() || '—'} of="page" />
        </div>
      </Section>
      {address_id && id > 0 && <FurtherCalls complaintId={id} addressId={address_id} />}
      <Columns>
        <div>
          {canWrite && (
            <Section title="Outcome">
              <ViolationFound complaint={complaint} />
            </Section>
          )}
          {address_id && (
            <ViolationsMade inspectionId={id} addressId={address_id} title="Violations from this complaint" />
          )}
          <Section title="Scheduled">
            <ScheduleField inspection={complaint} canWrite={canWrite} saveWords="Save" />
          </Section>
          <Section title="Contact">
            <ComplaintContact complaint={complaint} canWrite={canWrite} />
          </Section>
        </div>
        <div>
          <ComplaintFacts complaint={complaint} />
          <Section title="Attachments">
            <ComplaintFiles complaintId={id} canWrite={canWrite} />
          </Section>
        </div>
      </Columns>
    </Page>
  )
}

function ComplaintFacts({ complaint }: { complaint: Inspection }) {
  const zone = useZone()
  const { address_id, unit_id, inspector, created_at, updated_at } = complaint
  return (
    <Section title="Facts">
      <Facts
        dense="phone"
        wide={['Property address']}
        facts={{
          'Property address': <AddressLink id={address_id} combadd={complaint.address?.combadd} />,
          Unit: unit_id ? <ComplaintUnit unitId={unit_id} addressId={address_id} /> : '—',
          Inspector: assigneeText(inspector),
          Created: dateTimeText(created_at, zone),
          Updated: dateTimeText(updated_at, zone),
        }}
      />
    </Section>
  )
}
