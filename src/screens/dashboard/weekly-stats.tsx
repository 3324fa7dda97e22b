import { chakra } from '@chakra-ui/react/styled-system'
import type { WeeklyCounts } from '../../contract/dashboard.ts'
import { weeklyCounts } from '../../records/dashboard.ts'
import { may } from '../../rules/permissions.ts'
import { type WeeklyChange, weeklyChange } from '../../rules/weekly-change.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { PanelAge, PanelState } from './panel-state.tsx'

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr))',
    columnGap: 3,
    '& > div': { minWidth: 0 },
    '& dt, & dd + dd': { fontSize: 'sm', color: 'fg.muted' },
    '& dd': { fontVariantNumeric: 'tabular-nums', lineHeight: 1.3 },
    '& dd:first-of-type': { fontSize: '2xl', fontWeight: 'semibold', lineHeight: 1.25 },
    '& .change': { display: 'flex', alignItems: 'center', gap: 1, color: 'fg', fontWeight: 'medium' },
    '& .change > svg': { flex: 'none' },
  },
})

const icons: Record<WeeklyChange['direction'], IconName> = { increase: 'up', decrease: 'down', none: 'minus' }
const words: Record<WeeklyChange['direction'], string> = {
  increase: 'Increase of',
  decrease: 'Decrease of',
  none: 'No change:',
}

/** This week against the last: the team's figures for Admin, the person's own for everybody else (DB-11 to DB-16). */
export function WeeklyStats() {
  const user = useUser()
  const isTeam = may(user.role, 'seeTeamTotals')
  const counts = useValue<WeeklyCounts>(weeklyCounts(user))
  return (
    <Section title={isTeam ? 'This Week (ONS team totals)' : 'This Week'} actions={<PanelAge of={counts} />}>
      {counts.value ? (
        <Figures>
          {kinds.map(([title, kind]) => (
            <Figure
              key={kind}
              title={title}
              now={counts.value?.[`${kind}_this_workweek_count`] ?? 0}
              before={counts.value?.[`${kind}_last_workweek_count`] ?? 0}
              of={isTeam ? 'team last week' : 'last week'}
            />
          ))}
        </Figures>
      ) : (
        <PanelState problem={counts.problem} failed="Failed to fetch weekly stats" />
      )}
    </Section>
  )
}

const kinds = [
  ['Comments', 'comments'],
  ['Inspections', 'inspections'],
  ['Violations', 'violations'],
] as const

function Figure({ title, now, before, of }: { title: string; now: number; before: number; of: string }) {
  const { direction, text } = weeklyChange(now, before)
  return (
    <div>
      <dt>{title}</dt>
      <dd>{now.toLocaleString('en-US')}</dd>
      <dd className="change" data-direction={direction}>
        <Icon name={icons[direction]} size={16} />
        {text !== 'N/A' && <span className="unseen">{words[direction]} </span>}
        {text}
      </dd>
      <dd>
        {before.toLocaleString('en-US')} {of}
      </dd>
    </div>
  )
}
