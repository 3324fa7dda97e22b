import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Citation } from '../../contract/citation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { citationById } from '../../records/citation.ts'
import { fineText } from '../../rules/citation-form.ts'
import { citationStatusOf } from '../../rules/citation-status.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { emailOrName } from '../../rules/person.ts'
import { cutText } from '../../rules/text.ts'
import { useRow, useServerId } from '../../sync/react.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'

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
  const zone = useZone()
  return (
    <Page
      title={`Citation ${citation.citationid?.trim() || 'Missing'}`}
      above={<Link to="/citations">Citations</Link>}
      meta={
        <>
          <StatusBadge of="citation" status={citationStatusOf(citation)} />
          <span>
            <CitationDeadline citation={citation} />
          </span>
          <EntryState type="citation" id={citation.id} />
          {age}
        </>
      }
    >
      <Facts
        facts={{
          User: emailOrName(citation.user),
          Fine: fineText(citation.fine),
          Address: citation.combadd?.trim() || 'No Address',
          Violation: (
            <Link to="/violation/$violationId" params={{ violationId: String(citation.violation_id) }}>
              {`Violation #${citation.violation_id}`}
            </Link>
          ),
          ...(citation.trial_date ? { 'Trial date': dateText(citation.trial_date, zone) } : {}),
          Code: citation.code_id ? (
            <>
              <Link to="/code/$codeId" params={{ codeId: String(citation.code_id) }}>
                {citation.code_name?.trim() || `Code ${citation.code_id}`}
              </Link>
              {citation.code_description && <div>{cutText(citation.code_description, 80, '...')}</div>}
            </>
          ) : (
            'N/A'
          ),
          Created: dateTimeText(citation.created_at, zone),
          Updated: dateTimeText(citation.updated_at, zone),
        }}
      />
    </Page>
  )
}
