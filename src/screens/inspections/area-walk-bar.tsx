import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import type { Unit } from '../../contract/unit.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { areaLink } from '../../parts/area-link.ts'
import { areaWalk, neighbours } from '../../rules/area-order.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { useLive } from '../../sync/react/live.ts'
import { ButtonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The inspection's areas in the order of the walk, and their units. */
export interface Walk {
  areas: Area[]
  units: ReadonlyMap<Id, Unit>
}

/** The walk through an inspection as this device knows it; undefined while it is read. */
export const useWalk = (inspectionId: Id): Walk | undefined =>
  useLive((db) => readWalk(db, inspectionId), [inspectionId], `walk of ${inspectionId}`)

export async function readWalk(db: DeviceDatabase, inspectionId: Id): Promise<Walk> {
  const areas = await db.rows('area').where('inspection_id').equals(inspectionId).toArray()
  const ids = [...new Set(areas.flatMap((it) => (it.unit_id ? [it.unit_id] : [])))]
  const units = (await db.rows('unit').bulkGet(ids)).filter((it) => it !== undefined)
  return { areas: areaWalk(areas, units), units: new Map(units.map((it) => [it.id, it])) }
}

/** 'Kitchen' within the same unit, 'Unit 2B: Kitchen' in another. */
const placeText = (area: Area, walk: Walk, from: Pick<Area, 'unit_id'>): string => {
  if ((area.unit_id ?? null) === (from.unit_id ?? null)) return area.name
  return area.unit_id ? `${unitLabel(walk.units.get(area.unit_id)?.number, area.unit_id)}: ${area.name}` : area.name
}

const Bar = chakra('nav', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: 2,
    borderBlock: 'var(--hairline) solid var(--line)',
    '& > a': {
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      minHeight: 'tap',
      textDecoration: 'none',
      minWidth: 0,
    },
    '& > a > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > a:last-child': { justifyContent: 'flex-end' },
    '& > a > svg': { flex: 'none' },
    '& > small': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  },
})

/** The previous area, the current position, and the next area, one tap each. */
export const WalkBar = memo(function WalkBar({ area, walk }: { area: Area; walk: Walk }) {
  const { at, before, after } = neighbours(walk.areas, area.id)
  if (!before && !after) return null
  return (
    <Bar aria-label="Areas before and after">
      {before ? (
        <Link {...areaLink(area.inspection_id, before)} rel="prev">
          <Icon name="back" size={16} />
          <span>
            <span className="unseen">Previous area: </span>
            {placeText(before, walk, area)}
          </span>
        </Link>
      ) : (
        <span />
      )}
      <small>
        {at} of {walk.areas.length}
      </small>
      {after ? (
        <Link {...areaLink(area.inspection_id, after)} rel="next">
          <span>
            <span className="unseen">Next area: </span>
            {placeText(after, walk, area)}
          </span>
          <Icon name="next" size={16} />
        </Link>
      ) : (
        <span />
      )}
    </Bar>
  )
})

/** The icon for the next area, for the bar; nothing at the end of the walk. */
export const NextAreaButton = memo(function NextAreaButton({ area, walk }: { area: Area; walk: Walk }) {
  const { after } = neighbours(walk.areas, area.id)
  if (!after) return null
  const words = `Next area: ${placeText(after, walk, area)}`
  return (
    <ButtonLook shape="icon" asChild>
      <Link {...areaLink(area.inspection_id, after)} aria-label={words} title={words}>
        <Icon name="next" />
      </Link>
    </ButtonLook>
  )
})
