import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { LoadState } from '../../parts/load-state.tsx'
import { UnitForm } from '../../parts/unit-form.tsx'
import { inspectionById } from '../../records/inspection.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { PlaceLink } from './inspection-place.tsx'

/** Create Unit inside an inspection, which knows the address (CF-31, CF-32, C-28). */
export function NewUnitScreen() {
  const { inspectionId } = useParams({ from: '/inspections/$inspectionId/new-unit' })
  const id = Number(inspectionId)
  const inspection = useRow(inspectionById(id))
  const navigate = useNavigate()
  const { role } = useUser()
  if (!inspection.row)
    return (
      <Page title="Create Unit" width="text">
        <LoadState of={inspection} id={id} failed="Failed to fetch inspection" />
      </Page>
    )
  const { row } = inspection
  return (
    <Page
      title="Create Unit"
      width="text"
      above={<PlaceLink inspection={row} />}
      meta={
        <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId }}>
          Back to Inspection
        </Link>
      }
    >
      {!row.address_id && <Empty>This inspection has no address, so it can have no units.</Empty>}
      {!mayWrite(role) && <Empty>Guests can only read.</Empty>}
      {row.address_id && mayWrite(role) && (
        <UnitForm
          addressId={row.address_id}
          inspectionId={row.id}
          onAdded={(unitId) =>
            void navigate({
              to: '/inspections/$inspectionId/unit/$unitId',
              params: { inspectionId: String(row.id), unitId: String(unitId) },
              replace: true,
            })
          }
        />
      )}
    </Page>
  )
}
