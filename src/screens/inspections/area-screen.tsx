import { Link, useParams } from '@tanstack/react-router'
import { memo, useCallback, useRef } from 'react'
import type { Area } from '../../contract/area.ts'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Observation } from '../../contract/observation.ts'
import type { Prompt } from '../../contract/room.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { ObservationCard, SavingCard } from '../../parts/observation-card.tsx'
import { ObservationForm, type SavingObservation, useObservationDraft } from '../../parts/observation-form.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { areaById, areasOfInspection } from '../../records/area.ts'
import { inspectionById } from '../../records/inspection.ts'
import { observationsOfArea } from '../../records/observation.ts'
import { allRooms } from '../../records/room.ts'
import { unitById } from '../../records/unit.ts'
import { newestSeenFirst } from '../../rules/list-order.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { usePull, useRow, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { AreaColumns } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { Windowed } from '../../ui/windowed.tsx'
import { AreaBar } from './area-bar.tsx'
import { AreaSide } from './area-side.tsx'
import { useWalk, WalkBar } from './area-walk-bar.tsx'
import { Checklist } from './checklist.tsx'
import { BackToInspection, PlaceLink } from './inspection-place.tsx'
import { UnitsPulled } from './units-pulled.tsx'

const none: readonly Observation[] = []
const loading = 'Loading unit area details...'
const failed = 'Failed to fetch area details'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [
  areaById(Number(params.areaId)),
  inspectionById(Number(params.inspectionId)),
  allRooms(),
]

/** An area being inspected, at both of its URLs (AR-03 to AR-17). */
export function AreaScreen() {
  const { areaId } = useParams({ strict: false })
  const id = Number(areaId)
  const area = useRow(areaById(id))
  if (area.row) return <OfInspection area={area.row} />
  return (
    <Page title="Area">
      <LoadState of={area} id={id} loading={loading} failed={failed} />
    </Page>
  )
}

function OfInspection({ area }: { area: Area }) {
  const inspection = useRow(inspectionById(area.inspection_id))
  if (inspection.row) return <OpenArea inspection={inspection.row} area={area} />
  return (
    <Page title={area.name}>
      <LoadState of={inspection} id={area.inspection_id} loading={loading} failed="Failed to fetch inspection" />
    </Page>
  )
}

function OpenArea({ inspection, area }: { inspection: Inspection; area: Area }) {
  const asked = useRows(observationsOfArea(area.id))
  const observations = listed(asked, 'Failed to fetch observations', area.id < 0)
  usePull(areasOfInspection(inspection.id), 'list', true)
  const walk = useWalk(inspection.id)
  const draft = useObservationDraft(area.id)
  const isDesk = useIsDesk()
  const canWrite = mayWrite(useUser().role)
  const seen = newestSeenFirst(observations.rows ?? none)
  const begin = useRef(draft.begin)
  begin.current = draft.begin
  const onProblem = useCallback((prompt: Prompt) => void begin.current(prompt.content), [])
  const saving = useNotYetListed(draft.saving, observations.rows)
  return (
    <Page
      title={area.name}
      above={<Place inspection={inspection} />}
      meta={
        <>
          <Facts inspection={inspection} area={area} />
          <AsOf of={asked} />
        </>
      }
    >
      {inspection.address_id && <AtAddress addressId={inspection.address_id} />}
      {!isDesk && walk && <WalkBar area={area} walk={walk} />}
      {area.notes?.trim() && <p>{area.notes}</p>}
      <AreaColumns>
        {isDesk && walk && (
          <div data-part="areas">
            <AreaSide area={area} walk={walk} canWrite={canWrite} />
          </div>
        )}
        {canWrite && (
          <div data-part="work">
            <Section title="Add Observation">
              <ObservationForm draft={draft} areaId={area.id} room={area.name} hasOwnButtons={isDesk} />
            </Section>
          </div>
        )}
        <div data-part="checklist">
          <Checklist area={area} onProblem={onProblem} />
        </div>
        <div data-part="seen">
          <Section
            title="Observations"
            count={observations.rows && !observations.isUnheard ? seen.length + saving.length : undefined}
          >
            {!observations.rows && <Loading />}
            {observations.problem && (
              <ErrorLine message={observations.problem} hint={`What you add here is kept on this ${deviceWord}.`} />
            )}
            {saving.map((it) => (
              <SavingCard key={it.key} content={it.content} />
            ))}
            {seen.length + saving.length === 0 && observations.rows && !observations.problem && (
              <Empty>Nothing observed here yet.</Empty>
            )}
            <SeenList rows={seen} />
          </Section>
        </div>
      </AreaColumns>
      {!isDesk && walk && canWrite && <AreaBar area={area} walk={walk} draft={draft} />}
    </Page>
  )
}

// A tap on Save renders the page: what it does not change is left alone, so that the new row is there a frame later.
const Place = memo(PlaceLink)

/** Links to the inspection and the unit, and the state of the area itself. */
const Facts = memo(function Facts({ inspection, area }: { inspection: Inspection; area: Area }) {
  return (
    <>
      <BackToInspection inspection={inspection} />
      {area.unit_id && <UnitLink inspectionId={inspection.id} unitId={area.unit_id} />}
      <EntryStateLine type="area" id={area.id} />
    </>
  )
})

const AtAddress = memo(function AtAddress({ addressId }: { addressId: Id }) {
  return (
    <>
      <PremiseAlerts addressId={addressId} />
      <UnitsPulled addressId={addressId} />
    </>
  )
})

/** The stored observations. Typing and saving do not render them again. */
const SeenList = memo(function SeenList({ rows }: { rows: Observation[] }) {
  return <Windowed name="Observations" rows={rows} rowHeight={180} row={(it) => <ObservationCard observation={it} />} />
})

/** The observations being saved that the stored list does not show yet. */
function useNotYetListed(saving: readonly SavingObservation[], rows: readonly Observation[] | undefined) {
  /** The rows before each tap: a new row with the same text is the same observation. */
  const before = useRef(new Map<string, ReadonlySet<Id>>())
  const ids = new Set(rows?.map((it) => it.id))
  before.current = new Map(saving.map(({ key }) => [key, before.current.get(key) ?? ids]))
  return saving.filter(
    ({ key, content }) => !rows?.some((it) => it.content === content && !before.current.get(key)?.has(it.id)),
  )
}

/** The unit's number, with a link back to it (AR-03). */
function UnitLink({ inspectionId, unitId }: { inspectionId: Id; unitId: Id }) {
  const { row } = useRow(unitById(unitId))
  return (
    <Link
      to="/inspections/$inspectionId/unit/$unitId"
      params={{ inspectionId: String(inspectionId), unitId: String(unitId) }}
    >
      Back to {unitLabel(row?.number, unitId)}
    </Link>
  )
}
