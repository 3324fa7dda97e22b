import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { goesOut, may, roleWords } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useIsStarted, useUser } from '../../sync/react/live.ts'
import { fetched } from '../../ui/fetched.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/states.tsx'
import { ActiveList } from './active-list.tsx'
import { CreateBar, NewForm, useCreation } from './create-bar.tsx'
import { FieldCard } from './field-card.tsx'
import { FirstRun } from './first-run.tsx'
import { MyWork } from './my-work.tsx'
import { PendingList } from './pending-list.tsx'
import { ReadyLine } from './ready-line.tsx'
import { listsOfRound } from './round.ts'
import { Today } from './today.tsx'
import { WeeklyStats } from './weekly-stats.tsx'

// Panels for only some roles, or far down the page, are loaded when they are shown.
const OasOverview = fetched(async () => (await import('./oas-overview.tsx')).OasOverview, <Loading />)
const RecentActivity = fetched(async () => (await import('./recent-activity.tsx')).RecentActivity, <Loading />)
const RecentComments = fetched(async () => (await import('./recent-comments.tsx')).RecentComments, <Loading />)
const WeeksPlot = fetched(async () => (await import('./weeks-plot.tsx')).WeeksPlot, <Loading />)

/** How many of each kind are in the panels of recent activity (DB-06, DB-09, DB-10). */
const recentLimit = 8
const adminLimit = 5

const Layout = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
    alignItems: 'start',
    // What loads above would push it down. Its own reads go on meanwhile.
    '[data-loading] ~ &': { display: 'none' },
    '& > *': { minWidth: 0, gridColumn: { lg: '1 / -1' } },
    // Facts that come later would push the rest down.
    '&:has(> .facts > [data-loading]) > :not(.facts), & > .facts:has(> [data-loading]) > :not([data-loading])': {
      display: 'none',
    },
    '& > .facts': {
      display: 'grid',
      gap: 3,
      gridColumn: { lg: '1' },
      gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
    },
    // The week's figures have no controls: on the desk they are beside the facts, on the phone after the work.
    '& > .week': { gridColumn: { lg: '2' }, gridRow: { lg: '1' } },
    // DB-07: the two lists side by side.
    '& > .half': { gridColumn: { xl: 'auto' } },
  },
})

/** The first screen: the greeting, the day's work, the forms, and the panels of the user's role. */
export function DashboardScreen() {
  const user = useUser()
  const lists = listsOfRound(useEngine().person.userId)
  const pending = useRows(lists.pending)
  const active = useRows(lists.active)
  const { role } = user
  const isDesk = useIsDesk()
  const isRound = goesOut(role) && !isDesk
  const creation = useCreation()
  const mayCreate = may(role, 'createRecords')
  const isWhole = useIsWhole()
  const facts = (
    <div className="facts">
      <FieldCard pending={pending.rows} />
      {mayCreate && <MyWork />}
    </div>
  )
  return (
    <Page
      title={`Hello, ${personName(user)}`}
      meta={
        <>
          {isRound ? <ReadyLine pending={pending.rows} /> : <span>{roleWords(role)}</span>}
          {!isRound && <AsOf of={pending} />}
        </>
      }
    >
      {/* The forms are opened from the tabs as well, so they are first on the phone. */}
      {mayCreate && !isDesk && <NewForm {...creation} isAway />}
      <FirstRun pending={pending.rows} />
      {isRound && (
        <>
          <Today pending={pending} active={active} />
          {/* Below the round, because a line that appears above it when the signal is lost would move it away from
              the finger. */}
          <AsOf of={pending} />
        </>
      )}
      {(isWhole || !isRound) && (
        <Layout data-below="">
          {!isRound && facts}
          {mayCreate && (
            <div>
              <CreateBar {...creation} />
              {isDesk && <NewForm {...creation} isAway={false} />}
            </div>
          )}
          {may(role, 'seeOasOverview') && <OasOverview />}
          <div className="half">
            <PendingList pending={pending} />
          </div>
          <div className="half">
            <ActiveList active={active} />
          </div>
          <div className="week">
            <WeeklyStats />
          </div>
          {may(role, 'seeRecentActivity') && (
            <Section title="Recent Activity" starts={may(role, 'seeAdminActivity') ? 'shown' : 'hidden'}>
              <RecentActivity limit={recentLimit} />
            </Section>
          )}
          {may(role, 'seeAdminActivity') && (
            <Section title="Admin Activity" starts="hidden">
              <RecentActivity limit={adminLimit} />
            </Section>
          )}
          <Section title="Last 12 weeks" starts={goesOut(role) ? 'hidden' : 'shown'}>
            <WeeksPlot />
          </Section>
          <Section title="Recent Comments" starts={may(role, 'seeAdminActivity') ? 'shown' : 'hidden'}>
            <RecentComments />
          </Section>
          {isRound && facts}
        </Layout>
      )}
    </Page>
  )
}

/**
 * Whether the part below the round is shown. While the app starts it waits if the first frame ends above it: a phone
 * takes as long for it as for the round, and nobody can have tapped on it.
 */
function useIsWhole(): boolean {
  const isLive = useIsStarted()
  const [mayWait] = useState(() => window.codesoftFirstFrame?.shadow.querySelector('[data-below]') === null)
  return isLive || !mayWait
}
