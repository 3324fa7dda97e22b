import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { weekdayText } from '../../rules/date-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { useFieldReady } from './field-card.tsx'

const Line = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 4,
    // The height of the link, which comes a moment later.
    minHeight: '32px',
    '& > a': { display: 'inline-flex', alignItems: 'center', gap: 1, minHeight: 'tap', marginBlock: '-8px' },
  },
})

/** The day, how well this phone is prepared for it, and a link to the preparation. */
export function ReadyLine({ pending }: { pending: readonly Inspection[] | undefined }) {
  const now = useNow()
  const zone = useZone()
  const ready = useFieldReady(pending)
  return (
    <Line>
      <span>{weekdayText(now, zone)}</span>
      {ready && (
        <Link to="/field">
          <Icon name={ready.tone === 'ready' ? 'done' : 'warning'} size={16} />
          {ready.tone === 'none' ? 'Prepare for the field' : ready.text}
        </Link>
      )}
    </Line>
  )
}
