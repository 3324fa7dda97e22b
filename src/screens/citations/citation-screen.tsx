import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Citation } from '../../contract/citation.ts'
import type { Id } from '../../contract/id.ts'
import { rowName } from '../../db/outbox.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { addCitation, citationById } from '../../records/citation.ts'
import { codeById } from '../../records/code.ts'
import { fineText } from '../../rules/citation-form.ts'
import { citationStatusOf } from '../../rules/citation-status.ts'
import { codeLabel } from '../../rules/code-search.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { emailOrName } from '../../rules/person.ts'
import { cutText, numbered } from '../../rules/text.ts'
import { latestReceipt } from '../../sync/entry/receipts.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useHeldRow, useRow, useServerId } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Note } from '../../ui/states.tsx'
import { CitationStatusField } from './citation-status.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [citationById(Number(params.citationId))]

/** A citation (CT-07, CT-09). */
export function CitationScreen() {
  const params = useParams({ from: '/citation/$citationId' })
  const id = useServerId('citation', Number(params.citationId))
  const citation = useRow(citationById(id))
  if (citation.row) return <OpenCitation citation={citation.row} age={<AsOf of={citation} />} />
  return (
    <Page title="Citation" above={<Link to="/citations">Citations</Link>}>
      <LoadState of={citation} id={id} failed="Failed to fetch citation" />
      {citation.problem?.kind === 'refused' && <Empty>No citation selected.</Empty>}
    </Page>
  )
}

function OpenCitation({ citation, age }: { citation: Citation; age: ReactNode }) {
  const violation = useHeldRow('violation', citation.violation_id)
  const zone = useZone()
  return (
    <Page
      title={`Citation ${citation.citationid?.trim() || 'Missing'}`}
      above={<Link to="/citations">Citations</Link>}
      meta={
        <>
          <StatusBadge of="citation" status={citationStatusOf(citation)} />
          <span>
            Deadline <CitationDeadline citation={citation} />
          </span>
          <EntryStateLine type="citation" id={citation.id} of={addCitation} failure="Failed to add citation" />
          {age}
        </>
      }
    >
      <Facts
        dense="all"
        wide={['User', 'Code']}
        facts={{
          User: emailOrName(citation.user),
          Fine: fineText(citation.fine),
          Address: <AddressLink id={violation?.address_id} combadd={citation.combadd} none="No Address" />,
          Violation: <ViolationLink id={citation.violation_id} />,
          ...(citation.trial_date ? { 'Trial date': dateText(citation.trial_date, zone) } : {}),
          Code: citation.code_id ? <BrokenCode citation={citation} id={citation.code_id} /> : 'N/A',
          Created: dateTimeText(citation.created_at, zone),
          Updated: dateTimeText(citation.updated_at, zone),
        }}
      />
      <FineKept citation={citation} />
      <CitationStatusField citation={citation} />
    </Page>
  )
}

/** Says so if the office stores a different fine than was saved here: some servers round to whole dollars. */
function FineKept({ citation: { id, fine } }: { citation: Citation }) {
  const saved = useLive(
    async (db) =>
      latestReceipt(db, rowName('citation', id), (it) => it.madeId === id && it.command === addCitation.name),
    [id],
    `saved citation ${id}`,
  )?.words
  if (saved === undefined || saved.endsWith(` ${fineText(fine)}`)) return null
  return (
    <Note tone="yellow" role="status">
      You saved “{saved}”. The server keeps the fine as {fineText(fine)}. If that is wrong, tell the office.
    </Note>
  )
}

function ViolationLink({ id }: { id: Id }) {
  return (
    <Link to="/violation/$violationId" params={{ violationId: String(id) }}>
      {numbered('Violation', id)}
    </Link>
  )
}

/** Its code section. If a server leaves it out of the citation, it comes from the device's own code book. */
function BrokenCode({ citation, id }: { citation: Citation; id: Id }) {
  const code = useRow(codeById(id)).row
  const name = citation.code_name?.trim() || (code && codeLabel(code))
  const description = citation.code_description ?? code?.description
  return (
    <>
      <Link to="/code/$codeId" params={{ codeId: String(id) }}>
        {name || `Code ${id}`}
      </Link>
      {description && <div>{cutText(description, 80, '...')}</div>}
    </>
  )
}
