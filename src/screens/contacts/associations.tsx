import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContactDetail } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import { isServerUnreachable, notOnDeviceText } from '../../parts/not-on-device.ts'
import type { useContactLinks } from '../../parts/use-links.ts'
import { inspectionStatusText } from '../../rules/inspection-status.ts'
import { newestFirst } from '../../rules/list-order.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import { RowLinks } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { LinkedGroup } from './linked-group.tsx'

const Groups = chakra('div', {
  base: {
    display: 'grid',
    columnGap: 6,
    rowGap: 4,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 22rem), 1fr))',
    alignItems: 'start',
  },
})

/**
 * Everything linked to the contact, each kind with its count; addresses and businesses are linked here (CO-08, CO-09).
 */
export function Associations({ contactId, links }: { contactId: Id; links: ReturnType<typeof useContactLinks> }) {
  // A contact that no server has yet has no related records there.
  const { value, problem } = links.detail
  const related: Partial<ContactDetail> | undefined = contactId < 0 ? {} : value
  return (
    <Groups>
      <LinkedGroup type="address" contactId={contactId} list={links.address} />
      <LinkedGroup type="business" contactId={contactId} list={links.business} />
      {related ? <RelatedGroups of={related} /> : <Unknown problem={problem} />}
    </Groups>
  )
}

/** The same sections, before the office has told what is in them. */
function Unknown({ problem }: { problem: Problem | undefined }) {
  return ['Inspections', 'Permits', 'Complaints'].map((title) => (
    <Section key={title} title={title}>
      {!problem && <Loading />}
      {isServerUnreachable(problem) && <Empty>{notOnDeviceText(title.toLowerCase())}</Empty>}
      {problem && !isServerUnreachable(problem) && <ErrorLine message="Failed to fetch contact details" />}
    </Section>
  ))
}

function RelatedGroups({ of: { inspections, permits, complaints } }: { of: Partial<ContactDetail> }) {
  return (
    <>
      <Group title="Inspections" rows={inspections ?? []} empty="No related inspections">
        {(it) => (
          <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
            <b>{`${it.source ?? 'Inspection'} #${it.id}`}</b>
            <small>{inspectionStatusText(it.status)}</small>
          </Link>
        )}
      </Group>
      <Group title="Permits" rows={permits ?? []} empty="No related permits">
        {(it) => (
          <Link to="/permit/$permitId" params={{ permitId: String(it.id) }}>
            <b>{it.permit_number?.trim() || `Permit #${it.id}`}</b>
            <small>{it.permit_type}</small>
          </Link>
        )}
      </Group>
      <Group title="Complaints" rows={complaints ?? []} empty="No related complaints">
        {(it) => (
          <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
            <b>{`Complaint #${it.id}`}</b>
            <small>{it.address?.combadd?.trim()}</small>
          </Link>
        )}
      </Group>
    </>
  )
}

interface GroupProps<Row> {
  title: string
  rows: readonly Row[]
  empty: string
  children: (row: Row) => ReactNode
}

function Group<Row extends { id: Id; created_at?: string | null }>({ title, rows, empty, children }: GroupProps<Row>) {
  return (
    <Section title={title} count={rows.length} starts={rows.length > 0 ? 'shown' : 'hidden'}>
      {rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <RowLinks>
          <ul>
            {newestFirst(rows).map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
        </RowLinks>
      )}
    </Section>
  )
}
