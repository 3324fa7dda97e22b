import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { addressOr } from '../../rules/address-text.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { inPendingOrder } from '../../rules/pending-order.ts'
import { roleText } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { useEngine, usePresence, useRows, useUser } from '../../sync/react.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/states.tsx'
import { FieldCard } from './field-card.tsx'
import { MyWork } from './my-work.tsx'

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 19rem' },
    alignItems: 'start',
    // On the phone the two facts of the day stand above the list, at the desk beside it.
    '& > .side': { order: { lg: 2 }, display: 'flex', flexDirection: 'column', gap: { base: 3, lg: 6 } },
  },
})

/** The first screen: the greeting, the day's inspections, what is ready for the field and what waits to be sent. */
export function DashboardScreen() {
  const presence = usePresence()
  // DB-01: until the user is known.
  if (presence.state !== 'in') return <Loading />
  return <Dashboard />
}

function Dashboard() {
  const user = useUser()
  const pending = useRows(pendingInspections(useEngine().person.userId))
  const now = useNow()
  const zone = useZone()
  const { rows, problem } = listed(pending, 'Failed to fetch pending inspections')
  return (
    <Page
      title={`Hello, ${personName(user)}`}
      meta={
        <>
          <span>{roleText(user.role)}</span>
          <AsOf of={pending} />
        </>
      }
    >
      <Layout>
        <div className="side">
          <FieldCard pending={pending.rows} />
          <MyWork />
        </div>
        <Section title="Pending Inspections" count={rows?.length}>
          <List
            name="Pending Inspections"
            rows={rows && inPendingOrder(rows, now, zone)}
            columns={columnsIn(zone)}
            empty="There are no pending inspections."
            problem={problem}
          />
        </Section>
      </Layout>
    </Page>
  )
}

/** Exactly these (DB-31). */
const columnsIn = (zone: string): Column<Inspection>[] => [
  {
    title: 'Source',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
        {it.source}
      </Link>
    ),
  },
  {
    title: 'Address',
    onPhone: 'plain',
    cell: (it) =>
      it.address_id ? (
        <Link to="/address/$addressId" params={{ addressId: String(it.address_id) }}>
          {addressOr(it.address)}
        </Link>
      ) : (
        'No address'
      ),
  },
  { title: 'Scheduled Date', onPhone: 'plain', cell: (it) => scheduleText(it.scheduled_datetime, zone) },
]
