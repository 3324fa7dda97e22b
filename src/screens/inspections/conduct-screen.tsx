import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AreaForm } from '../../parts/area-form.tsx'
import { areaLink } from '../../parts/area-link.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { FollowUpLink } from '../../parts/follow-up-link.tsx'
import { listed } from '../../parts/listed.ts'
import { LoadState } from '../../parts/load-state.tsx'
import { PhotosStored } from '../../parts/photos-stored.tsx'
import { AddAlert, PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { useOpenViolations } from '../../parts/use-open-violations.ts'
import { areasOfInspection } from '../../records/area.ts'
import { inspectionById } from '../../records/inspection.ts'
import { potentialOfInspection, potentialSeenIn } from '../../records/observation.ts'
import { inAreaOrder } from '../../rules/area-order.ts'
import { isPending } from '../../rules/inspection-status.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { usePull, useRow, useRows } from '../../sync/react/hooks.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { ButtonLook } from '../../ui/button.tsx'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { Columns } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { AreaRows } from './area-rows.tsx'
import { Finish } from './finish.tsx'
import { PlaceLink, recordNumber } from './inspection-place.tsx'
import { SentBack } from './sent-back.tsx'
import { StatusChoice } from './status-choice.tsx'
import { UnitsPanel } from './units-panel.tsx'

/** Read before the screen renders. */
export const firstRows = ({ inspectionId }: RouteParams) => [
  inspectionById(Number(inspectionId)),
  areasOfInspection(Number(inspectionId)),
]

/** Conduct Inspection: status, what to review, units and general areas (CI-01 to CI-13). */
export function ConductScreen() {
  const { inspectionId } = useParams({ from: '/inspections/$inspectionId/conduct' })
  const id = Number(inspectionId)
  const inspection = useRow(inspectionById(id))
  if (!inspection.row)
    return (
      <Page title="Conduct Inspection">
        <LoadState of={inspection} id={id} failed="Failed to fetch inspection" />
      </Page>
    )
  return <Conduct inspection={inspection.row} age={<AsOf of={inspection} />} />
}

function Conduct({ inspection, age }: { inspection: Inspection; age: React.ReactNode }) {
  const { id, source } = inspection
  const isDesk = useIsDesk()
  const canWrite = mayWrite(useUser().role)
  const review = <ReviewLink inspectionId={id} />
  const finish = canWrite && isPending(inspection.status) && <Finish inspection={inspection} />
  return (
    <Page
      title="Conduct Inspection"
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          <Link to="/inspection/$inspectionId" params={{ inspectionId: String(id) }}>
            {source} {recordNumber(id)}
          </Link>
          <PhotosStored inspectionId={id} />
          {age}
          {inspection.address_id && <AddAlert addressId={inspection.address_id} />}
        </>
      }
      actions={
        isDesk && (
          <>
            {finish}
            {review}
          </>
        )
      }
    >
      {inspection.address_id && <PremiseAlerts addressId={inspection.address_id} />}
      {inspection.address_id && <OpenViolations addressId={inspection.address_id} />}
      <SentBack inspection={inspection} />
      <StatusChoice inspection={inspection} />
      <Columns>
        <div>
          <UnitsPanel inspection={inspection} />
        </div>
        <div>
          <GeneralAreas inspectionId={id} />
        </div>
      </Columns>
      {!isDesk && (
        <BottomBar label="Next step">
          {finish}
          {review}
        </BottomBar>
      )}
    </Page>
  )
}

/** Older open violations at the address, which can be followed up on the same visit. */
function OpenViolations({ addressId }: { addressId: Id }) {
  const open = useOpenViolations(addressId)
  if (!open) return null
  return (
    <div>
      <FollowUpLink addressId={addressId}>Follow up {plural(open, 'open violation')}</FollowUpLink>
    </div>
  )
}

/** "Review Potential Violations" with the number on this device (CI-05). */
function ReviewLink({ inspectionId }: { inspectionId: Id }) {
  usePull(potentialOfInspection(inspectionId), 'list', true)
  const count = useLive(
    async (db) => (await potentialSeenIn(db, inspectionId)).length,
    [inspectionId],
    `potential violations of ${inspectionId}`,
  )
  return (
    <ButtonLook kind="main" asChild className="grow">
      <Link to="/inspections/$inspectionId/review" params={{ inspectionId: String(inspectionId) }}>
        Review Potential Violations <b>{count ?? 0}</b>
      </Link>
    </ButtonLook>
  )
}

const Apart = chakra('div', { base: { paddingTop: 4 } })

/** The areas without a unit, and one tap to add the next (CI-09 to CI-12). */
function GeneralAreas({ inspectionId }: { inspectionId: Id }) {
  const asked = useRows(areasOfInspection(inspectionId))
  const { rows, problem, isUnheard } = listed(asked, 'Failed to fetch areas', inspectionId < 0)
  const navigate = useNavigate()
  const { role } = useUser()
  const general = inAreaOrder((rows ?? []).filter((it) => !it.unit_id))
  return (
    <Section title="Areas" count={rows && !isUnheard ? general.length : undefined}>
      {!rows && <Loading />}
      {problem && <ErrorLine message={problem} hint="You can keep inspecting: add the area you are in." />}
      {rows && general.length === 0 && !problem && <Empty>No general areas inspected.</Empty>}
      <AreaRows name="General areas" inspectionId={inspectionId} areas={general} />
      {mayWrite(role) && (
        <Apart>
          <AreaForm
            inspectionId={inspectionId}
            unitId={null}
            standing={general.map((it) => it.name)}
            onAdded={(id) => navigate(areaLink(inspectionId, { id }))}
          />
        </Apart>
      )}
    </Section>
  )
}
