import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Unit } from '../../contract/unit.ts'
import { AreaForm } from '../../parts/area-form.tsx'
import { areaLink } from '../../parts/area-link.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { areasOfInspection, areasOfUnit } from '../../records/area.ts'
import { inspectionById } from '../../records/inspection.ts'
import { addUnit, unitById, unitsOfAddress } from '../../records/unit.ts'
import { inAreaOrder, neighbours } from '../../rules/area-order.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { inUnitOrder } from '../../rules/unit-order.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { usePull, useRow, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLook } from '../../ui/button.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Columns } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { AreaRows } from './area-rows.tsx'
import { PlaceLink } from './inspection-place.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [
  inspectionById(Number(params.inspectionId)),
  unitById(Number(params.unitId)),
]

/** The areas of a unit in an inspection, and adding the next with a tap (AR-01, AR-02). */
export function UnitAreasScreen() {
  const params = useParams({ from: '/inspections/$inspectionId/unit/$unitId' })
  const inspectionId = Number(params.inspectionId)
  const unitId = Number(params.unitId)
  const inspection = useRow(inspectionById(inspectionId))
  const unit = useRow(unitById(unitId))
  if (inspection.row && unit.row) return <UnitAreas inspection={inspection.row} unit={unit.row} />
  return (
    <Page title="Unit Areas">
      {inspection.row ? (
        <LoadState of={unit} id={unitId} failed="Failed to fetch unit details" />
      ) : (
        <LoadState of={inspection} id={inspectionId} failed="Failed to fetch inspection" />
      )}
    </Page>
  )
}

function UnitAreas({ inspection, unit }: { inspection: Inspection; unit: Unit }) {
  const asked = useRows(areasOfUnit(inspection.id, unit.id))
  // Those of the inspection are those of its units too. A prepared phone has asked only for them.
  const ofInspection = usePull(areasOfInspection(inspection.id), 'list', false)
  const pulledAt = asked.pulledAt ?? ofInspection.pulledAt
  const areas = listed({ ...asked, pulledAt }, 'Failed to fetch areas', inspection.id < 0 || unit.id < 0)
  const { role } = useUser()
  const isDesk = useIsDesk()
  const rows = inAreaOrder(areas.rows ?? [])
  const notes = rows.filter((it) => it.notes?.trim())
  const back = (
    <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(inspection.id) }}>
      Back to Inspection
    </Link>
  )
  const next = inspection.address_id && (
    <NextUnit inspectionId={inspection.id} addressId={inspection.address_id} unitId={unit.id} />
  )
  return (
    <Page
      title={`Unit ${unit.number} Areas`}
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          {back}
          <AsOf of={asked} />
          <EntryStateLine type="unit" id={unit.id} of={addUnit} failure="Error" />
        </>
      }
      actions={isDesk && next}
    >
      {inspection.address_id && <PremiseAlerts addressId={inspection.address_id} />}
      <Columns>
        <div>
          <Section title="Areas" count={areas.rows && !areas.isUnheard ? rows.length : undefined}>
            {!areas.rows && <Loading />}
            {areas.problem && (
              <ErrorLine message={areas.problem} hint="You can keep inspecting: add the area you are in." />
            )}
            {areas.rows?.length === 0 && !areas.problem && <Empty>No areas inspected in this unit yet.</Empty>}
            <AreaRows name={`Areas of unit ${unit.number}`} inspectionId={inspection.id} areas={rows} />
          </Section>
          {notes.length > 0 && <Notes areas={notes} />}
        </div>
        {mayWrite(role) && (
          <div>
            <AddArea inspectionId={inspection.id} unitId={unit.id} standing={rows.map((it) => it.name)} />
          </div>
        )}
      </Columns>
      {!isDesk && next && <BottomBar label="Next step">{next}</BottomBar>}
    </Page>
  )
}

function Notes({ areas }: { areas: Area[] }) {
  return (
    <Section title="Notes">
      <dl>
        {areas.map((area) => (
          <div key={area.id}>
            <dt>
              <b>{area.name}</b>
            </dt>
            <dd>{area.notes}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function AddArea({ inspectionId, unitId, standing }: { inspectionId: Id; unitId: Id; standing: string[] }) {
  const navigate = useNavigate()
  return (
    <Section title="Add Area">
      <AreaForm
        inspectionId={inspectionId}
        unitId={unitId}
        standing={standing}
        onAdded={(id) => navigate(areaLink(inspectionId, { id, unit_id: unitId }))}
      />
    </Section>
  )
}

/** To the next unit of the house, or back if this is the last. */
function NextUnit({ inspectionId, addressId, unitId }: { inspectionId: Id; addressId: Id; unitId: Id }) {
  const { rows } = useRows(unitsOfAddress(addressId))
  const { after } = neighbours(inUnitOrder(rows ?? []), unitId)
  return (
    <>
      <ButtonLook asChild className={after ? undefined : 'grow'}>
        <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(inspectionId) }}>
          All units
        </Link>
      </ButtonLook>
      {after && (
        <ButtonLook kind="main" asChild className="grow">
          <Link
            to="/inspections/$inspectionId/unit/$unitId"
            params={{ inspectionId: String(inspectionId), unitId: String(after.id) }}
          >
            Next: {unitLabel(after.number, after.id)}
          </Link>
        </ButtonLook>
      )}
    </>
  )
}
