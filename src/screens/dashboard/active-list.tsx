import type { Violation } from '../../contract/violation.ts'
import { ViolationDeadline } from '../../parts/deadlines.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useZone } from '../../parts/use-now.ts'
import { violationTypeColumn } from '../../parts/violation-type-column.tsx'
import { inDeadlineOrder } from '../../rules/deadline.ts'
import type { Rows } from '../../sync/react/hooks.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { PanelAge } from './panel-state.tsx'

/** The user's open violations, soonest deadline first (DB-35 to DB-38). */
export function ActiveList({ active }: { active: Rows<Violation> }) {
  const zone = useZone()
  const { rows, problem } = listed(active, 'Failed to fetch active violations')
  return (
    <Section title="Active Violations" count={rows?.length} actions={<PanelAge of={active} />}>
      <List
        name="Active Violations"
        inUrl="violations"
        rows={rows && inDeadlineOrder(rows, zone)}
        columns={useColumns()}
        empty="There are no active violations."
        problem={problem}
      />
    </Section>
  )
}

/** Exactly these (DB-35). */
function useColumns(): Column<Violation>[] {
  const marks = useUnsentMarks('violation')
  return [
    violationTypeColumn(marks, 'Violation Type'),
    { title: 'Deadline Status', onPhone: 'plain', cell: (it) => <ViolationDeadline violation={it} /> },
    { title: 'Address', onPhone: 'plain', cell: (it) => <AddressLink id={it.address_id} combadd={it.combadd} /> },
  ]
}
