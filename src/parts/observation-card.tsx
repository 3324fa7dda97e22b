import { chakra } from '@chakra-ui/react/styled-system'
import { memo } from 'react'
import type { Observation } from '../contract/observation.ts'
import { flagObservation } from '../records/observation.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { mayWrite } from '../rules/permissions.ts'
import { writtenAt } from '../rules/written-at.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { Badge } from '../ui/badge.tsx'
import { CheckField } from '../ui/fields.tsx'
import { LongText } from '../ui/long-text.tsx'
import { CodeChips } from './code-chips.tsx'
import { EntryStateLine } from './entry-state.tsx'
import { PhotoWall } from './photo-wall.tsx'
import { useOptimisticValue } from './use-optimistic-value.ts'
import { saved } from './use-save.ts'

const Frame = chakra('article', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingBlock: 3,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > p': { whiteSpace: 'pre-wrap' },
    '& > footer': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 3,
      rowGap: 1,
      alignItems: 'center',
      color: 'fg.muted',
      fontSize: 'sm',
    },
  },
})

/** An observation that is being saved, until it is safe on this device. */
export function SavingCard({ content }: { content: string }) {
  return (
    <Frame aria-label={content} aria-busy="true">
      <p>{content}</p>
      <footer>
        <Badge tone="gray" icon="clock">
          Saving
        </Badge>
      </footer>
    </Frame>
  )
}

/**
 * An observation on the area page: text, flag that is saved at once, suspected codes, photos, its own state (AR-09,
 * AR-12).
 */
export const ObservationCard = memo(function ObservationCard({ observation }: { observation: Observation }) {
  const { id, content, codes, photos } = observation
  const perform = usePerform()
  const { role } = useUser()
  const { town } = useEngine()
  const flag = useOptimisticValue(observation.potentialvio)
  return (
    <Frame aria-label={content}>
      <LongText text={content} of="card" />
      <CheckField
        label="Potential violation"
        checked={flag.shown}
        disabled={!mayWrite(role)}
        onChange={(event) => {
          const potentialvio = event.target.checked
          void flag.choose(potentialvio, () =>
            saved(() => perform(flagObservation, { observationId: id }, { potentialvio })),
          )
        }}
      />
      <CodeChips codes={codes} />
      <PhotoWall type="observation" id={id} photos={photos} of={content} />
      <footer>
        <span>{dateTimeText(writtenAt(observation), town.timeZone)}</span>
        <EntryStateLine type="observation" id={id} />
      </footer>
    </Frame>
  )
})
