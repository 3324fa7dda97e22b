import { memo, useState } from 'react'
import type { Area } from '../../contract/area.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { IconButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { AddAreaDialog } from './add-area-dialog.tsx'
import { AreaRows } from './area-rows.tsx'
import type { Walk } from './area-walk-bar.tsx'

interface Props {
  area: Area
  walk: Walk
  canWrite: boolean
}

/** All areas of the inspection beside the open one, by unit. */
export const AreaSide = memo(function AreaSide({ area, walk, canWrite }: Props) {
  const [isAdding, setAdding] = useState(false)
  const places = [...new Set(walk.areas.map((it) => it.unit_id ?? null))]
  return (
    <>
      {places.map((place) => (
        <Section
          key={place ?? 0}
          title={place === null ? 'General areas' : unitLabel(walk.units.get(place)?.number, place)}
          actions={
            canWrite &&
            place === (area.unit_id ?? null) && (
              <IconButton icon="plus" label="Add area" onClick={() => setAdding(true)} />
            )
          }
        >
          <AreaRows
            name={place === null ? 'General areas' : 'Areas of the unit'}
            inspectionId={area.inspection_id}
            areas={walk.areas.filter((it) => (it.unit_id ?? null) === place)}
            current={area.id}
          />
        </Section>
      ))}
      {isAdding && <AddAreaDialog area={area} walk={walk} onClose={() => setAdding(false)} />}
    </>
  )
})
