import { Link } from '@tanstack/react-router'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { plural } from '../../rules/text.ts'
import { useLive } from '../../sync/react/live.ts'
import { Icon } from '../../ui/icon.tsx'
import { RowLinks } from '../../ui/row-links.ts'
import { areaLink } from './area-link.ts'

interface Props {
  name: string
  inspectionId: Id
  areas: readonly Area[]
  /** The area that is open; the rows stand beside it and are kept short. */
  current?: Id
}

/** Areas as rows of one tap, with what was seen in each so far. */
export function AreaRows({ name, inspectionId, areas, current }: Props) {
  const marks = useUnsentMarks('area')
  const counts = useObservationCounts(areas.map((it) => it.id))
  return (
    <RowLinks>
      <ul aria-label={name}>
        {areas.map((area) => (
          <li key={area.id}>
            <Link {...areaLink(inspectionId, area)} aria-current={area.id === current ? 'page' : undefined}>
              <b>{area.name}</b>
              <Seen of={counts?.get(area.id)} isShort={current !== undefined} />
              <Icon name="next" size={16} />
            </Link>
            {current === undefined && <UnsentMark entries={marks.get(area.id)} />}
          </li>
        ))}
      </ul>
    </RowLinks>
  )
}

function Seen({ of, isShort }: { of: { all: number; flagged: number } | undefined; isShort: boolean }) {
  if (!of) return null
  return (
    <>
      {of.flagged > 0 && (
        <small data-flagged>
          <Icon name="flag" size={14} />
          {of.flagged}
          <span className="unseen"> potential {of.flagged === 1 ? 'violation' : 'violations'},</span>
        </small>
      )}
      {isShort ? (
        <small>
          {of.all}
          <span className="unseen"> {of.all === 1 ? 'observation' : 'observations'}</span>
        </small>
      ) : (
        <small>{plural(of.all, 'observation')}</small>
      )}
    </>
  )
}

/** How much was seen in each area, and how much of it is flagged, from the device's own rows. */
const useObservationCounts = (areas: readonly Id[]) =>
  useLive(
    async (db) => {
      const rows = await db
        .rows('observation')
        .where('area_id')
        .anyOf([...areas])
        .toArray()
      const counts = new Map<Id, { all: number; flagged: number }>()
      for (const { area_id, potentialvio } of rows) {
        const now = counts.get(area_id) ?? { all: 0, flagged: 0 }
        counts.set(area_id, { all: now.all + 1, flagged: now.flagged + (potentialvio ? 1 : 0) })
      }
      return counts
    },
    [areas.join()],
  )
