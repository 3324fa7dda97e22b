import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import { areaLink } from '../../parts/area-link.ts'
import { CodeChips } from '../../parts/code-chips.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { useZone } from '../../parts/use-now.ts'
import type { SeenAt } from '../../records/observation.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { writtenAt } from '../../rules/written-at.ts'
import { CheckField } from '../../ui/fields.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { unseen } from '../../ui/unseen.ts'

const Frame = chakra('article', {
  base: {
    paddingBlock: 2,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > div': { display: 'grid', gridTemplateColumns: '6rem minmax(0, 1fr)', columnGap: 3 },
    // With large text the words need the whole width.
    '@media (max-width: 18rem)': { '& > div': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 2 } },
    // The first picture is at the left of the text, further ones are small below it.
    '& > div > div:first-of-type > ul > li': { width: '100%' },
    '& > div > div:first-of-type > ul > li:not(:first-of-type)': { width: 'calc(50% - 4px)' },
    // They have no room for words: only the icon of their state is seen.
    '@media (min-width: 18.01rem)': {
      '& > div > div:first-of-type > ul > li:not(:first-of-type) > span > span': unseen,
    },
    '& > div > div:last-of-type': { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 },
    '& footer': {
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

/** This many characters of the text identify the selected item for a screen reader. */
const selectWords = 60

interface Props {
  seen: SeenAt
  inspectionId: Id
  isSelected: boolean
  /** Absent for people who can only read. */
  onSelect?: (isSelected: boolean) => void
}

/** 'Kitchen, Unit 1A': where something was seen. */
export const placeOfSeen = ({ observation, area, unit }: SeenAt): string =>
  [area?.name ?? `Area ${observation.area_id}`, area?.unit_id ? unitLabel(unit?.number, area.unit_id) : null]
    .filter(Boolean)
    .join(', ')

/** A flagged observation: where, what, suspected codes, photos, and when it was observed (RV-02, G-18). */
export function ReviewItem({ seen, inspectionId, isSelected, onSelect }: Props) {
  const { observation, area } = seen
  const { id, content, codes, photos } = observation
  const zone = useZone()
  const where = placeOfSeen(seen)
  return (
    <Frame aria-label={`${where}: ${content}`}>
      {onSelect && (
        <span className="not-printed">
          <CheckField
            label={
              <>
                Select
                <span className="unseen"> {content.slice(0, selectWords)}</span>
              </>
            }
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </span>
      )}
      <div>
        <div>
          <PhotoWall type="observation" id={id} photos={photos} of={content} />
        </div>
        <div>
          <LongText text={content} of="card" />
          <CodeChips codes={codes} />
          <footer>
            <span>{where}</span>
            <span>Observed {dateTimeText(writtenAt(observation), zone)}</span>
            {area && (
              <Link className="not-printed" {...areaLink(inspectionId, area)}>
                Open area
              </Link>
            )}
            <EntryStateLine type="observation" id={id} />
          </footer>
        </div>
      </div>
    </Frame>
  )
}
