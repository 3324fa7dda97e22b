import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { Photo } from '../../contract/photo.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { AddressLink, UnitLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { inspectionById, inspectionFiles } from '../../records/inspection.ts'
import { dateTimeText, scheduleText } from '../../rules/date-text.ts'
import { assigneeText } from '../../rules/person.ts'
import { phoneText } from '../../rules/phone.ts'
import { useRow, useServerId, useValue } from '../../sync/react.ts'
import { ButtonLook } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'

/** A complaint (CP-03, CP-04, CP-08, CP-12, CP-15). Its inspection work is on the inspection's own pages (G-17). */
export function ComplaintScreen() {
  const params = useParams({ from: '/complaint/$complaintId' })
  const id = useServerId('inspection', Number(params.complaintId))
  const complaint = useRow(inspectionById(id))
  if (complaint.row) return <OpenComplaint complaint={complaint.row} age={<AsOf of={complaint} />} />
  return (
    <Page title="Complaint Details">
      {complaint.problem?.kind === 'refused' && complaint.problem.status === 404 ? (
        <Empty>Complaint not found</Empty>
      ) : (
        <LoadState of={complaint} id={id} loading="Loading complaint…" failed="Failed to fetch complaint" />
      )}
    </Page>
  )
}

function OpenComplaint({ complaint, age }: { complaint: Inspection; age: ReactNode }) {
  const zone = useZone()
  const { id, contact } = complaint
  const files = useValue<Photo[]>(inspectionFiles(id).query)
  return (
    <Page
      title={`Complaint Details — ${id > 0 ? `#${id}` : '#new'}`}
      above={<AddressLink id={complaint.address_id} combadd={complaint.address?.combadd} />}
      meta={
        <>
          <span>{complaint.source || 'Complaint'}</span>
          <StatusBadge of="complaint" status={complaint.status} />
          <EntryState type="inspection" id={id} />
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
      <Section title="Description">
        <p style={{ whiteSpace: 'pre-wrap', maxWidth: '48rem' }}>{complaint.description?.trim() || '—'}</p>
      </Section>
      <Section title="Facts">
        <Facts
          facts={{
            'Property address': <AddressLink id={complaint.address_id} combadd={complaint.address?.combadd} />,
            Unit: <UnitLink id={complaint.unit_id} addressId={complaint.address_id} />,
            Scheduled: scheduleText(complaint.scheduled_datetime, zone),
            Inspector: assigneeText(complaint.inspector),
            Contact: contact ? (
              <>
                <Link to="/contacts/$contactId" params={{ contactId: String(contact.id) }}>
                  {contact.name}
                </Link>
                {contact.email && <div>{contact.email}</div>}
                {contact.phone && <div>{phoneText(contact.phone)}</div>}
              </>
            ) : null,
            Created: dateTimeText(complaint.created_at, zone),
            Updated: dateTimeText(complaint.updated_at, zone),
          }}
        />
      </Section>
      <Section title="Attachments">
        <PhotoWall
          type="inspection"
          id={id}
          photos={files.value ?? []}
          of="the complaint"
          empty="No attachments uploaded yet."
        />
      </Section>
    </Page>
  )
}
