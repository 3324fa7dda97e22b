import { Link } from '@tanstack/react-router'
import type { Id } from '../contract/id.ts'
import { violationsOfAddress } from '../records/violation.ts'
import { codeLabel } from '../rules/code-search.ts'
import { newestFirst } from '../rules/list-order.ts'
import { violationTypeText } from '../rules/violation-type.ts'
import { useRows } from '../sync/react/hooks.ts'
import { RowLinks } from '../ui/row-links.ts'
import { Section } from '../ui/section.tsx'
import { StatusBadge } from './status-badge.tsx'
import { UnsentMark, useUnsentMarks } from './unsent-mark.tsx'

interface Props {
  inspectionId: Id
  addressId: Id
  title?: string
}

/** The notices from this inspection, each with its state (CF-09, CF-12, CP-06). Nothing if there are none. */
export function ViolationsMade({ inspectionId, addressId, title = 'Violations from this inspection' }: Props) {
  const rows = (useRows(violationsOfAddress(addressId)).rows ?? []).filter((it) => it.inspection_id === inspectionId)
  const marks = useUnsentMarks('violation')
  if (rows.length === 0) return null
  return (
    <Section title={title} count={rows.length}>
      <RowLinks>
        <ul aria-label={title}>
          {newestFirst(rows).map((it) => (
            <li key={it.id}>
              <Link to="/violation/$violationId" params={{ violationId: String(it.id) }}>
                <b>
                  {violationTypeText(it.violation_type)}
                  {it.codes?.[0] ? `: ${codeLabel(it.codes[0])}${more(it.codes.length - 1)}` : ''}
                </b>
                <StatusBadge of="violation" status={it.status} />
              </Link>
              <UnsentMark entries={marks.get(it.id)} />
            </li>
          ))}
        </ul>
      </RowLinks>
    </Section>
  )
}

const more = (count: number) => (count > 0 ? ` and ${count} more` : '')
