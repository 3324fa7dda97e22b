import { useNavigate } from '@tanstack/react-router'
import type { Area } from '../../contract/area.ts'
import { AreaForm } from '../../parts/area-form.tsx'
import { areaLink } from '../../parts/area-link.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Walk } from './area-walk-bar.tsx'

interface Props {
  /** The current area; the new one belongs to the same unit. */
  area: Area
  walk: Walk
  onClose: () => void
}

/** Adds the next area of the same unit, without going back to the unit's page. */
export function AddAreaDialog({ area, walk, onClose }: Props) {
  const navigate = useNavigate()
  const { inspection_id, unit_id } = area
  const here = walk.areas.filter((it) => (it.unit_id ?? null) === (unit_id ?? null))
  const where = unit_id ? unitLabel(walk.units.get(unit_id)?.number, unit_id) : 'general'
  return (
    <Dialog title={`Add Area (${where})`} onClose={onClose}>
      <AreaForm
        inspectionId={inspection_id}
        unitId={unit_id ?? null}
        standing={here.map((it) => it.name)}
        onAdded={(id) => {
          onClose()
          return navigate(areaLink(inspection_id, { id, unit_id: unit_id ?? null }))
        }}
      />
    </Dialog>
  )
}
