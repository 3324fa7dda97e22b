import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OasOverview as Overview } from '../../contract/dashboard.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { License } from '../../contract/license.ts'
import type { Violation } from '../../contract/violation.ts'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useZone } from '../../parts/use-now.ts'
import { useWithLocalChanges } from '../../parts/use-with-local-changes.ts'
import { violationTypeColumn } from '../../parts/violation-type-column.tsx'
import { oasOverview } from '../../records/dashboard.ts'
import { isPendingComplaint } from '../../rules/complaint-status.ts'
import { dateText } from '../../rules/date-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { type LicenseAction, licensesNeedingAction } from '../../rules/license-action.ts'
import { newestBy, newestFirst } from '../../rules/list-order.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { complaintName, licenseName } from './activity-lines.ts'
import { PanelAge, PanelState } from './panel-state.tsx'

const Badges = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: 1 } })
const Tables = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 6 } })

/** What the office has to do: complaints, violations, licences (DB-43 to DB-49). */
export function OasOverview() {
  const query = oasOverview()
  const overview = useValue<Overview>(query)
  const { value } = overview
  const complaints = useWithLocalChanges('inspection', { rows: value?.pending_complaints, query }, isWaiting)
  const violations = useWithLocalChanges('violation', { rows: value?.active_violations, query }, isCurrent)
  if (!value)
    return (
      <Section title="OAS Overview">
        <PanelState
          problem={overview.problem}
          failed="Failed to load OAS overview data"
          otherwise="Unable to load OAS overview"
        />
      </Section>
    )
  return (
    <Tables>
      <Complaints rows={newestFirst(complaints ?? [])} age={<PanelAge of={overview} />} />
      <Violations rows={newestBy(violations ?? [], ['updated_at', 'id'])} />
      <Licenses rows={licensesNeedingAction(value.licenses_not_paid, value.licenses_not_sent)} />
    </Tables>
  )
}

const isWaiting = (it: Inspection) => isComplaint(it) && isPendingComplaint(it.status)
const isCurrent = (it: Violation) => it.status === 0

function Complaints({ rows, age }: { rows: Inspection[]; age: ReactNode }) {
  const zone = useZone()
  const marks = useUnsentMarks('inspection')
  const columns: Column<Inspection>[] = [
    {
      title: 'Complaint',
      onPhone: 'head',
      cell: (it) => (
        <>
          <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
            {complaintName(it)}
          </Link>{' '}
          <UnsentMark entries={marks.get(it.id)} />
        </>
      ),
    },
    { title: 'Status', onPhone: 'plain', cell: (it) => <StatusBadge of="complaintOnDashboard" status={it.status} /> },
    {
      title: 'Address',
      onPhone: 'plain',
      cell: (it) => <AddressLink id={it.address_id} combadd={it.address?.combadd} />,
    },
    { title: 'Created', cell: (it) => dateText(it.created_at, zone) },
  ]
  const actions = (
    <>
      {age}
      <Link to="/complaints">View all</Link>
    </>
  )
  return (
    <Section title="Pending Complaints" actions={actions}>
      <List
        name="Pending Complaints"
        inUrl="complaints"
        rows={rows}
        columns={columns}
        empty="There are no pending complaints."
      />
    </Section>
  )
}

function Violations({ rows }: { rows: Violation[] }) {
  const zone = useZone()
  const marks = useUnsentMarks('violation')
  const columns: Column<Violation>[] = [
    violationTypeColumn(marks),
    { title: 'Address', onPhone: 'plain', cell: (it) => <AddressLink id={it.address_id} combadd={it.combadd} /> },
    { title: 'Deadline', onPhone: 'plain', cell: (it) => <ViolationDeadline violation={it} /> },
    { title: 'Updated', cell: (it) => dateText(it.updated_at ?? it.created_at, zone) },
  ]
  return (
    <Section title="Current Violations" actions={<Link to="/violations">View all</Link>}>
      <List
        name="Current Violations"
        inUrl="current"
        rows={rows}
        columns={columns}
        empty="There are no active violations."
      />
    </Section>
  )
}

function Licenses({ rows }: { rows: LicenseAction<License>[] }) {
  const zone = useZone()
  const columns: Column<LicenseAction<License>>[] = [
    {
      title: 'License',
      onPhone: 'head',
      cell: ({ license }) => (
        <Link to="/license/$licenseId" params={{ licenseId: String(license.id) }}>
          {licenseName(license)}
        </Link>
      ),
    },
    {
      title: 'Address',
      onPhone: 'plain',
      cell: ({ license }) => <AddressLink id={license.address_id} combadd={license.combadd} />,
    },
    {
      title: 'Status',
      onPhone: 'plain',
      cell: ({ payment, delivery }) => (
        <Badges>
          <StatusBadge of="paid" status={payment === 'Paid'} />
          <StatusBadge of="sent" status={delivery === 'Sent'} />
        </Badges>
      ),
    },
    { title: 'Created', cell: ({ license }) => dateText(license.created_at, zone) },
  ]
  return (
    <Section title="Licenses Needing Action" actions={<Link to="/licenses">View all</Link>}>
      <List
        name="Licenses Needing Action"
        inUrl="licenses"
        rows={rows.map((it) => ({ ...it, id: it.license.id }))}
        columns={columns}
        empty="No licenses require follow-up."
      />
    </Section>
  )
}
