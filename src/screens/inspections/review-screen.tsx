import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { PremiseAlerts } from '../../parts/premise-alerts.tsx'
import { useViolationDraft } from '../../parts/violation-draft.ts'
import { ViolationForm } from '../../parts/violation-form.tsx'
import { addressById } from '../../records/address.ts'
import { inspectionById } from '../../records/inspection.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { plural } from '../../rules/text.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Page } from '../../ui/page.tsx'
import { Columns } from '../../ui/row-links.ts'
import { Empty } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { AnswersSection } from './answers-section.tsx'
import { useHearing } from './finish-facts.ts'
import { PlaceLink, recordNumber } from './inspection-place.tsx'
import { ReviewList, type ReviewListProps } from './review-list.tsx'
import { UnitsPulled } from './units-pulled.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [inspectionById(Number(params.inspectionId))]

/** Review Potential Violations: the flagged observations, and the notice made from them (RV-01 to RV-09). */
export function ReviewScreen() {
  const { inspectionId } = useParams({ from: '/inspections/$inspectionId/review' })
  const id = Number(inspectionId)
  const inspection = useRow(inspectionById(id))
  if (inspection.row) return <Review inspection={inspection.row} />
  return (
    <Page title="Review Potential Violations">
      <LoadState of={inspection} id={id} failed="Failed to load inspection" />
    </Page>
  )
}

function Review({ inspection }: { inspection: Inspection }) {
  const { id, source, address_id } = inspection
  const { seen, isHeard } = useHearing(inspection)
  const canWrite = mayWrite(useUser().role)
  const shown = { inspectionId: id, isHeard }
  return (
    <Page
      title="Review Potential Violations"
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          <Link className="not-printed" to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(id) }}>
            Back to Conduct
          </Link>
          {address_id && (
            <Link className="not-printed" to="/address/$addressId" params={{ addressId: String(address_id) }}>
              View Address
            </Link>
          )}
          <span>
            {source} {recordNumber(id)}
          </span>
          <AsOf of={seen} />
        </>
      }
    >
      {address_id && <PremiseAlerts addressId={address_id} />}
      {address_id && <UnitsPulled addressId={address_id} />}
      {address_id && canWrite ? (
        <WithForm inspection={inspection} addressId={address_id} shown={shown} />
      ) : (
        <>
          <ReviewList {...shown} />
          {canWrite && <Empty>This inspection has no address, so no violation can be created from it.</Empty>}
        </>
      )}
      <AnswersSection inspectionId={id} />
    </Page>
  )
}

interface WithFormProps {
  inspection: Inspection
  addressId: Id
  shown: Omit<ReviewListProps, 'onAddCodes'>
}

/**
 * The flagged observations at the left; the notice, locked to the inspection's address, at the right (RV-06, RV-07).
 */
function WithForm({ inspection, addressId, shown }: WithFormProps) {
  const navigate = useNavigate()
  const address = useRow(addressById(addressId)).row
  const place = useRef<HTMLDivElement>(null)
  const draft = useViolationDraft({
    draft: `violation/inspection:${inspection.id}`,
    lockedTo: address ?? { combadd: `Address #${addressId}`, ...inspection.address, id: addressId },
    inspectionId: inspection.id,
    onCreated: () =>
      void navigate({ to: '/inspection/$inspectionId', params: { inspectionId: String(inspection.id) } }),
  })
  const addCodes = (codes: number[]) => {
    draft.addCodes(codes)
    tell(
      codes.length === 0 ? 'What is selected names no codes' : `${plural(codes.length, 'code')} added to the violation`,
    )
    place.current?.scrollIntoView({ behavior: 'smooth' })
  }
  return (
    <Columns>
      <div>
        <ReviewList {...shown} onAddCodes={addCodes} />
      </div>
      <div ref={place}>
        <ViolationForm draft={draft} />
      </div>
    </Columns>
  )
}
