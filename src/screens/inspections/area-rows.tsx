import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import { areaLink } from '../../parts/area-link.ts'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { plural } from '../../rules/text.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowLinks } from '../../ui/row-links.ts'
import { type Progress, useProgress } from './progress.ts'

const Words = chakra('span', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    paddingBlock: 1,
    '& > *': { maxWidth: '100%' },
    '& > b': { fontWeight: 'medium', color: 'accent' },
    '& > small': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& > span': { marginTop: 1 },
  },
})

interface Props {
  name: string
  inspectionId: Id
  areas: readonly Area[]
  /** The open area; the rows are beside it and are short. */
  current?: Id
}

/** Areas as rows of one tap, with the number of observations in each. */
export function AreaRows({ name, inspectionId, areas, current }: Props) {
  const marks = useUnsentMarks('area')
  const ids = areas.map((it) => it.id)
  const progress = useProgress(inspectionId, ids)
  return (
    <RowLinks>
      <ul aria-label={name}>
        {areas.map((area) => (
          <li key={area.id}>
            <Link {...areaLink(inspectionId, area)} aria-current={area.id === current ? 'page' : undefined}>
              <Words>
                <b>{area.name}</b>
                {current === undefined && (
                  <>
                    <Done of={progress?.(area.id)} />
                    <UnsentMark entries={marks.get(area.id)} />
                  </>
                )}
              </Words>
              <Flagged of={progress?.(area.id)} />
              {current !== undefined && <Seen of={progress?.(area.id)} />}
              <Icon name="next" size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </RowLinks>
  )
}

/** The progress of an area, below its name. */
function Done({ of }: { of: Progress | undefined }) {
  if (!of) return null
  const words = [
    of.answered > 0 && `${of.answered} answered`,
    of.problems > 0 && plural(of.problems, 'problem'),
    (of.observations > 0 || of.answered === 0) && plural(of.observations, 'observation'),
    of.photos > 0 && plural(of.photos, 'photo'),
  ]
  return <small>{words.filter(Boolean).join(' · ')}</small>
}

function Flagged({ of }: { of: Progress | undefined }) {
  if (!of || of.flagged === 0) return null
  return (
    <small data-flagged>
      <Icon name="flag" size={14} />
      {of.flagged}
      <span className="unseen"> potential {of.flagged === 1 ? 'violation' : 'violations'}</span>
    </small>
  )
}

/** Beside the open area there is only room for a number. */
function Seen({ of }: { of: Progress | undefined }) {
  if (!of) return null
  return (
    <small>
      {of.observations}
      <span className="unseen"> {of.observations === 1 ? 'observation' : 'observations'}</span>
    </small>
  )
}
