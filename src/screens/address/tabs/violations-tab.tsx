import type { Address } from '../../../contract/address.ts'
import type { Violation } from '../../../contract/violation.ts'
import { CodeChips } from '../../../parts/code-chips.tsx'
import { ViolationDeadline } from '../../../parts/deadlines.tsx'
import type { Listed } from '../../../parts/listed.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { useZone } from '../../../parts/use-now.ts'
import { violationTypeColumn } from '../../../parts/violation-type-column.tsx'
import { dateText } from '../../../rules/date-text.ts'
import { newestBy } from '../../../rules/list-order.ts'
import { mayWrite } from '../../../rules/permissions.ts'
import { cutText } from '../../../rules/text.ts'
import { violationStatuses } from '../../../rules/violation-status.ts'
import { useUser } from '../../../sync/react/live.ts'
import { Button } from '../../../ui/button.tsx'
import { Filters, SelectFilter, useFilter } from '../../../ui/filters.tsx'
import { type Column, List } from '../../../ui/list.tsx'
import { startsHere } from '../../../ui/starts-here.ts'
import { useUrlState } from '../../../ui/url-state.ts'
import { AddressViolationForm } from './address-violation-form.tsx'
import { Below, TabActions } from './tab-actions.tsx'

/** The violations, last updated first, filtered by status (AD-25), and a new one (AD-26). */
export function ViolationsTab({ rows, problem, unheld, address }: Listed<Violation> & { address: Address }) {
  const { role } = useUser()
  const [form, setForm] = useUrlState('form')
  const isAdding = form === 'violation' && mayWrite(role)
  const status = useFilter('status')
  const marks = useUnsentMarks('violation')
  const zone = useZone()
  const found = rows?.filter((it) => status.value === '' || String(it.status) === status.value)
  const columns: Column<Violation>[] = [
    { ...violationTypeColumn(marks), isKept: true },
    { title: 'Description', onPhone: 'plain', cell: (it) => cutText(it.description ?? it.comment, 80) },
    { title: 'Codes', cell: (it) => <CodeChips codes={it.codes ?? []} label="Codes" /> },
    { title: 'Deadline', cell: (it) => <ViolationDeadline violation={it} /> },
    { title: 'Updated', isKept: true, cell: (it) => dateText(it.updated_at, zone) },
    { title: 'Status', cell: (it) => <StatusBadge of="violation" status={it.status} /> },
  ]
  return (
    <>
      <TabActions>
        <Filters>
          <SelectFilter
            label="Status"
            choices={violationStatuses.map((it) => [String(it.value), it.text] as const)}
            {...status}
          />
        </Filters>
        {mayWrite(role) && (
          <Button icon="plus" aria-expanded={isAdding} onClick={() => setForm(isAdding ? '' : 'violation')}>
            New Violation
          </Button>
        )}
      </TabActions>
      {isAdding && (
        <Below ref={startsHere}>
          <AddressViolationForm address={address} onCreated={() => setForm('')} />
        </Below>
      )}
      <List
        name="Violations"
        inUrl="violations"
        rows={found && newestBy(found, ['updated_at', 'created_at'])}
        columns={columns}
        empty={unheld ?? 'No violations match your filter.'}
        problem={problem}
      />
    </>
  )
}
