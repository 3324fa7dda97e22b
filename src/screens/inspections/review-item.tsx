import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import { CodeChips } from '../../parts/code-chips.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { useZone } from '../../parts/use-now.ts'
import type { SeenAt } from '../../records/observation.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { CheckField } from '../../ui/fields.tsx'
import { areaLink } from './area-link.ts'

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

interface Props {
  seen: SeenAt
  inspectionId: Id
  isSelected: boolean
  /** Left out for those who only read. */
  onSelect?: (isSelected: boolean) => void
}

/** A flagged observation: where, what, suspected codes, photos, and when it was observed (RV-02, G-18). */
export function ReviewItem({ seen, inspectionId, isSelected, onSelect }: Props) {
  const { observation, area, unit } = seen
  const zone = useZone()
  const where = [
    area?.name ?? `Area ${observation.area_id}`,
    area?.unit_id ? unitLabel(unit?.number, area.unit_id) : null,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <Frame aria-label={`${where}: ${observation.content}`}>
      {onSelect ? (
        <CheckField
          label={
            <b>
              <span className="unseen">Select </span>
              {where}
            </b>
          }
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      ) : (
        <b>{where}</b>
      )}
      <p>{observation.content}</p>
      <CodeChips codes={observation.codes} />
      <PhotoWall type="observation" id={observation.id} photos={observation.photos} of={observation.content} />
      <footer>
        <span>Observed {dateTimeText(observation.observed_at ?? observation.created_at, zone)}</span>
        {area && <Link {...areaLink(inspectionId, area)}>Open area</Link>}
        <EntryStateLine type="observation" id={observation.id} />
      </footer>
    </Frame>
  )
}
