import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RecentActivity as Activity } from '../../contract/dashboard.ts'
import { useWithLocalChanges } from '../../parts/use-with-local-changes.ts'
import { recentActivity } from '../../records/dashboard.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { Empty } from '../../ui/states.tsx'
import {
  type ActivityLine,
  complaintLine,
  inspectionLine,
  licenseLine,
  permitLine,
  violationLine,
} from './activity-lines.ts'
import { ActivityRow } from './activity-row.tsx'
import { PanelAge, PanelState } from './panel-state.tsx'

const Cards = chakra('div', {
  base: {
    display: 'grid',
    columnGap: 6,
    rowGap: 4,
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      sm: 'repeat(2, minmax(0, 1fr))',
      lg: 'repeat(3, minmax(0, 1fr))',
      xl: 'repeat(5, minmax(0, 1fr))',
    },
    '& > section': { minWidth: 0 },
    '& header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& header > a': { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', fontSize: 'sm' },
  },
})

const Age = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted', paddingTop: 2 } })

/** How many of each kind by default (DB-41). */
const usualLimit = 5

/** The newest of each kind of record, each card with a link to its list (DB-39 to DB-42). */
export function RecentActivity({ limit = usualLimit }: { limit?: number }) {
  const query = recentActivity(limit)
  const activity = useValue<Activity>(query)
  const { value } = activity
  const inspections = useWithLocalChanges('inspection', { rows: value?.inspections, query }, isNoComplaint)
  const complaints = useWithLocalChanges('inspection', { rows: value?.complaints, query }, isComplaint)
  const violations = useWithLocalChanges('violation', { rows: value?.violations, query }, isAny)
  if (!value)
    return (
      <PanelState
        problem={activity.problem}
        loading="Loading recent activity…"
        failed="Failed to fetch recent activity"
        otherwise="Unable to load recent activity"
      />
    )
  const newest = <Row extends { id: number; created_at?: string | null }>(rows: readonly Row[] | undefined) =>
    newestFirst(rows ?? []).slice(0, limit)
  return (
    <>
      <Cards>
        <Card
          title="Inspections"
          all={<Link to="/inspections">View all</Link>}
          lines={newest(inspections).map(inspectionLine)}
        />
        <Card
          title="Licenses"
          all={<Link to="/licenses">View all</Link>}
          lines={newest(value.licenses).map(licenseLine)}
        />
        <Card
          title="Violations"
          all={<Link to="/violations">View all</Link>}
          lines={newest(violations).map(violationLine)}
        />
        <Card title="Permits" all={<Link to="/permits">View all</Link>} lines={newest(value.permits).map(permitLine)} />
        <Card
          title="Complaints"
          all={<Link to="/complaints">View all</Link>}
          lines={newest(complaints).map(complaintLine)}
        />
      </Cards>
      {activity.problem && (
        <Age>
          <PanelAge of={activity} />
        </Age>
      )}
    </>
  )
}

const isNoComplaint = (it: { source?: string | null }) => !isComplaint(it)
const isAny = () => true

function Card({ title, all, lines }: { title: string; all: ReactNode; lines: ActivityLine[] }) {
  const name = `Recent ${title.toLowerCase()}`
  return (
    <section aria-label={name}>
      <header>
        <h3>{title}</h3>
        {all}
      </header>
      {lines.length === 0 ? (
        <Empty>{`No recent ${title.toLowerCase()}.`}</Empty>
      ) : (
        <ul>
          {lines.map((line) => (
            <ActivityRow key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  )
}
