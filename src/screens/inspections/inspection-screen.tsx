import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { PhotosStored } from '../../parts/photos-stored.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { ScheduleField } from '../../parts/schedule-field.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { ViolationsMade } from '../../parts/violations-made.tsx'
import { addressById } from '../../records/address.ts'
import { areasOfInspection } from '../../records/area.ts'
import { businessById } from '../../records/business.ts'
import { inspectionById, setInspectionStatus } from '../../records/inspection.ts'
import { addInspection } from '../../records/inspection-add.ts'
import { inspectionFailedText, isComplaint } from '../../rules/inspection-source.ts'
import { inspectionStatusText, notYetConducted } from '../../rules/inspection-status.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLook } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Columns } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Note } from '../../ui/states.tsx'
import { AnswersSection } from './answers-section.tsx'
import { AssigneeField } from './assignee-field.tsx'
import { InspectionContact } from './inspection-contact.tsx'
import { InspectionFiles } from './inspection-files.tsx'
import { PlaceLink, recordNumber } from './inspection-place.tsx'
import { SentBack } from './sent-back.tsx'
import { ServerSaid } from './server-said.tsx'

/** Read before the screen renders. */
export const firstRows = ({ inspectionId }: RouteParams) => [
  inspectionById(Number(inspectionId)),
  areasOfInspection(Number(inspectionId)),
]

/** Inspection information, also of a complaint (II-01 to II-10, G-17). */
export function InspectionScreen() {
  const { inspectionId } = useParams({ from: '/inspection/$inspectionId' })
  return <InspectionRecord id={Number(inspectionId)} />
}

/** The same by its id, which may still be the local one. */
export function InspectionRecord({ id }: { id: Id }) {
  const inspection = useRow(inspectionById(id))
  if (inspection.row) return <Information inspection={inspection.row} age={<AsOf of={inspection} />} />
  const failed =
    inspection.problem?.kind === 'refused' ? 'Failed to fetch inspection' : 'Failed to fetch inspection details'
  return (
    <Page title="Inspection Information">
      <LoadState of={inspection} id={id} failed={failed} />
    </Page>
  )
}

interface InformationProps {
  inspection: Inspection
  age: ReactNode
}

function Information({ inspection, age }: InformationProps) {
  const { id, source, status } = inspection
  const isDesk = useIsDesk()
  const canWrite = mayWrite(useUser().role)
  const conduct = (
    <ButtonLook kind="main" asChild className="grow">
      <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(id) }}>
        {notYetConducted(status) ? 'Conduct Inspection' : 'Edit Inspection'}
      </Link>
    </ButtonLook>
  )
  return (
    <Page
      title={`Inspection Information for ${source} - ${recordNumber(id)}`}
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          <StatusBadge of="inspection" status={status} />
          <EntryStateLine type="inspection" id={id} of={addInspection} failure={inspectionFailedText(source)} />
          <EntryStateLine type="inspection" id={id} of={setInspectionStatus} />
          <PhotosStored inspectionId={id} />
          {age}
        </>
      }
      actions={isDesk && conduct}
    >
      {inspection.address_id && <PremiseAlerts addressId={inspection.address_id} />}
      {isComplaint(inspection) && (
        <Note tone="accent">
          This is a complaint.{' '}
          <Link to="/complaint/$complaintId" params={{ complaintId: String(id) }}>
            Open the complaint
          </Link>
        </Note>
      )}
      <ServerSaid inspection={inspection} />
      <SentBack inspection={inspection} />
      <Columns>
        <div>
          <InspectionFacts inspection={inspection} />
          <AnswersSection inspectionId={id} />
          <Section title="Attachments">
            <InspectionFiles inspectionId={id} canWrite={canWrite} />
          </Section>
        </div>
        <div>
          {inspection.address_id && <ViolationsMade inspectionId={id} addressId={inspection.address_id} />}
          <Section title="Assigned Inspector">
            <AssigneeField inspection={inspection} />
          </Section>
          <Section title="Scheduled">
            <ScheduleField inspection={inspection} canWrite={canWrite} />
          </Section>
          <Section title="Contact">
            <InspectionContact inspection={inspection} canWrite={canWrite} />
          </Section>
        </div>
      </Columns>
      {!isDesk && <BottomBar label="Next step">{conduct}</BottomBar>}
    </Page>
  )
}

function InspectionFacts({ inspection }: { inspection: Inspection }) {
  const { address, address_id, business_id, inspector, status, description } = inspection
  return (
    <Section title="Information">
      <Facts
        dense="phone"
        wide={['Property Address', 'Description']}
        facts={{
          'Property Address': <PlaceLink inspection={inspection} />,
          'Owner Name': address?.ownername ?? (address_id && <OwnerName addressId={address_id} />),
          Business: business_id && <BusinessLink businessId={business_id} />,
          Inspector: inspector ? personName(inspector) : 'Unassigned',
          Status: inspectionStatusText(status),
          ...(description?.trim() ? { Description: <LongText text={description} of="page" /> } : {}),
        }}
      />
    </Section>
  )
}

function OwnerName({ addressId }: { addressId: Id }) {
  return useRow(addressById(addressId)).row?.ownername?.trim() || '—'
}

function BusinessLink({ businessId }: { businessId: Id }) {
  const business = useRow(businessById(businessId)).row
  return (
    <Link to="/business/$businessId" params={{ businessId: String(businessId) }}>
      {business?.name ?? `Business #${businessId}`}
    </Link>
  )
}
