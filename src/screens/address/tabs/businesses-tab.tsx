import { Link } from '@tanstack/react-router'
import type { Business } from '../../../contract/business.ts'
import type { Listed } from '../../../parts/listed.ts'
import { UnitLink } from '../../../parts/record-links.tsx'
import { UnsentMark, useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { byText } from '../../../rules/list-order.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, List } from '../../../ui/list.tsx'

/** The businesses at this address (AD-29). */
export function BusinessesTab({ rows, problem, unheld }: Listed<Business>) {
  const marks = useUnsentMarks('business')
  return (
    <List
      name="Businesses"
      inUrl="businesses"
      rows={rows && byText(rows, (it) => it.name)}
      columns={columns(marks)}
      empty={unheld ?? 'No businesses associated with this address'}
      problem={problem}
    />
  )
}

const columns = (marks: ReturnType<typeof useUnsentMarks>): Column<Business>[] => [
  {
    title: 'Name',
    onPhone: 'head',
    cell: (it) => (
      <>
        <Link to="/businesses/$businessId" params={{ businessId: String(it.id) }}>
          {it.name?.trim() || `Business #${it.id}`}
        </Link>{' '}
        <UnsentMark entries={marks.get(it.id)} />
      </>
    ),
  },
  {
    title: 'Unit',
    cell: (it) => (it.unit_id ? <UnitLink id={it.unit_id} addressId={it.address_id} /> : 'Whole Building'),
  },
  {
    title: 'Status',
    cell: (it) => (it.is_closed ? <Badge tone="gray">Closed</Badge> : <Badge tone="green">Open</Badge>),
  },
]
