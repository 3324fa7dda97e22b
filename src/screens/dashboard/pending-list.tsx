import { chakra } from '@chakra-ui/react/styled-system'
import type { Inspection } from '../../contract/inspection.ts'
import { inspectionSourceColumn } from '../../parts/inspection-source-column.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { inPendingOrder } from '../../rules/pending-order.ts'
import type { Rows } from '../../sync/react/hooks.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { PanelAge } from './panel-state.tsx'

const When = chakra('span', { base: { whiteSpace: 'nowrap' } })
// Two lines for each address would make the list twice as long. The source is broken instead.
const Place = chakra('span', { base: { display: 'inline-block', minWidth: { xl: '10.5rem' } } })

/** The user's open work (DB-31 to DB-34). */
export function PendingList({ pending }: { pending: Rows<Inspection> }) {
  const now = useNow()
  const zone = useZone()
  const { rows, problem } = listed(pending, 'Failed to fetch pending inspections')
  return (
    <Section title="Pending Inspections" count={rows?.length} actions={<PanelAge of={pending} />}>
      <List
        name="Pending Inspections"
        inUrl="pending"
        rows={rows && inPendingOrder(rows, now, zone)}
        columns={useColumns(zone)}
        empty="There are no pending inspections."
        problem={problem}
      />
    </Section>
  )
}

/** Exactly these (DB-31). */
function useColumns(zone: string): Column<Inspection>[] {
  const marks = useUnsentMarks('inspection')
  return [
    inspectionSourceColumn(marks),
    {
      title: 'Address',
      onPhone: 'plain',
      cell: (it) => (
        <Place>
          <AddressLink id={it.address_id} combadd={it.address?.combadd} />
        </Place>
      ),
    },
    {
      title: 'Scheduled Date',
      onPhone: 'plain',
      cell: (it) => <When>{scheduleText(it.scheduled_datetime, zone)}</When>,
    },
  ]
}
