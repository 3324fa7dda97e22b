import { Link, useParams } from '@tanstack/react-router'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useZone } from '../../parts/use-now.ts'
import { codeById } from '../../records/code.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { may } from '../../rules/permissions.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [codeById(Number(params.codeId))]

/** A section of the municipal code in full (CD-04). */
export function CodeScreen() {
  const { codeId } = useParams({ from: '/code/$codeId' })
  const zone = useZone()
  const mayManage = may(useUser().role, 'manageTown')
  const code = useRow(codeById(Number(codeId)))
  const { row } = code
  if (!row) {
    return (
      <Page title="Code">
        <LoadState of={code} id={Number(codeId)} failed="Failed to fetch code details" />
      </Page>
    )
  }
  return (
    <Page
      title={row.name?.trim() || `Code ${row.id}`}
      above={<Link to="/codes">Code Violations</Link>}
      meta={
        <>
          {row.retired && <Badge tone="gray">Retired: no longer offered</Badge>}
          {mayManage && (
            <Link className="not-printed" to="/town/$list" params={{ list: 'codes' }} search={{ edit: String(row.id) }}>
              Change this section
            </Link>
          )}
          <AsOf of={code} />
        </>
      }
      width="text"
    >
      <Facts
        facts={{
          Chapter: row.chapter,
          Section: row.section,
          Name: row.name,
          Created: dateTimeText(row.created_at, zone),
          Updated: dateTimeText(row.updated_at, zone),
        }}
      />
      <Section title="Description">
        <p style={{ whiteSpace: 'pre-wrap' }}>{row.description?.trim() || '—'}</p>
      </Section>
    </Page>
  )
}
