import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Citation } from '../../contract/citation.ts'
import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import type { Violation } from '../../contract/violation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CommentList } from '../../parts/comment-list.tsx'
import { CitationDeadline, ViolationDeadline } from '../../parts/deadlines.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { AddressLink, BusinessLink, InspectionLink, UnitLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { citationsOfViolation } from '../../records/citation.ts'
import { violationById, violationFiles } from '../../records/violation.ts'
import { fineText } from '../../rules/citation-form.ts'
import { citationStatusOf } from '../../rules/citation-status.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { dateTimeText, longDateTimeText } from '../../rules/date-text.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { assigneeText, violationAuthor } from '../../rules/person.ts'
import { cutText, plural } from '../../rules/text.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { useRow, useRows, useServerId, useValue } from '../../sync/react.ts'
import { Facts } from '../../ui/facts.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'

/** A violation: address, assignee, deadline, status, codes, files, comments and citations (VD-01). */
export function ViolationScreen() {
  const params = useParams({ from: '/violation/$violationId' })
  const id = useServerId('violation', Number(params.violationId))
  const violation = useRow(violationById(id))
  if (violation.row) return <OpenViolation violation={violation.row} age={<AsOf of={violation} />} />
  return (
    <Page title="Violation">
      <LoadState of={violation} id={id} failed="Failed to fetch violation" />
      {violation.problem?.kind === 'refused' && <Empty>No violation available.</Empty>}
    </Page>
  )
}

function OpenViolation({ violation, age }: { violation: Violation; age: ReactNode }) {
  const zone = useZone()
  const { id } = violation
  return (
    <Page
      title={`${violationTypeText(violation.violation_type)} ${id > 0 ? `#${id}` : ''}`.trim()}
      above={<AddressLink id={violation.address_id} combadd={violation.combadd} />}
      meta={
        <>
          <StatusBadge of="violation" status={violation.status} />
          <span>
            Deadline <ViolationDeadline violation={violation} />
          </span>
          <EntryState type="violation" id={id} failure="Failed to create violation" />
          {age}
        </>
      }
    >
      <Facts
        facts={{
          Assignee: assigneeText(violation.user),
          'Given time': violation.deadline,
          ...(violation.extend ? { Extended: plural(violation.extend, 'day') } : {}),
          Comment: violation.comment,
          Description: violation.description,
          ...(violation.unit_id ? { Unit: <UnitLink id={violation.unit_id} addressId={violation.address_id} /> } : {}),
          ...(violation.business_id ? { Business: <BusinessLink id={violation.business_id} /> } : {}),
          'From inspection': violation.inspection_id ? <InspectionLink id={violation.inspection_id} /> : null,
          Created: dateTimeText(violation.created_at, zone),
          Updated: dateTimeText(violation.updated_at, zone),
        }}
      />
      <Codes violation={violation} />
      <Attachments id={id} />
      <Citations id={id} />
      <Comments violation={violation} />
    </Page>
  )
}

/** The sections that it breaks, their text cut to 80 characters (VD-15). */
function Codes({ violation }: { violation: Violation }) {
  const codes = violation.codes ?? []
  return (
    <Section title="Codes" count={codes.length}>
      {codes.length === 0 && <Empty>No codes.</Empty>}
      <ul>
        {codes.map((it) => (
          <li key={it.id}>
            <Link to="/code/$codeId" params={{ codeId: String(it.id) }}>
              {codeLabel(it) || `Code ${it.id}`}
            </Link>
            {it.description && <p>{cutText(it.description, 80)}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Attachments({ id }: { id: Id }) {
  // LS-05: a list of files that cannot be had is an empty one; files of this device show all the same.
  const { value } = useValue<Photo[]>(violationFiles(id).query)
  return (
    <Section title="Attachments">
      <PhotoWall
        type="violation"
        id={id}
        photos={value ?? []}
        of="the violation"
        empty="No attachments uploaded yet."
      />
    </Section>
  )
}

function Citations({ id }: { id: Id }) {
  const citations = useRows(citationsOfViolation(id))
  const { rows, problem } = listed(citations, 'Failed to fetch citations', id < 0)
  return (
    <Section title="Citations" count={rows?.length}>
      <List
        name="Citations"
        inUrl="citations"
        rows={rows && newestFirst(rows)}
        columns={citationColumns}
        empty="No citations available."
        problem={problem}
      />
    </Section>
  )
}

const citationColumns: Column<Citation>[] = [
  {
    title: 'Citation ID',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/citation/$citationId" params={{ citationId: String(it.id) }}>
        {it.citationid?.trim() || 'Missing'}
      </Link>
    ),
  },
  { title: 'Fine', cell: (it) => fineText(it.fine) },
  { title: 'Deadline', cell: (it) => <CitationDeadline citation={it} /> },
  { title: 'Status', cell: (it) => <StatusBadge of="citation" status={citationStatusOf(it)} /> },
]

function Comments({ violation }: { violation: Violation }) {
  const zone = useZone()
  const comments = newestFirst(violation.violation_comments ?? [])
  return (
    <Section title="Comments" count={comments.length}>
      <CommentList
        name="Comments"
        comments={comments.map((it) => ({
          id: it.id,
          text: it.content,
          author: violationAuthor(it.user),
          at: longDateTimeText(it.created_at, zone),
        }))}
        empty="No comments yet."
      />
    </Section>
  )
}
