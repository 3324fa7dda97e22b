import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useViolationDraft, type ViolationDraft, ViolationForm } from '../../parts/violation-form.tsx'
import { addressById } from '../../records/address.ts'
import { areasOfInspection } from '../../records/area.ts'
import { inspectionById } from '../../records/inspection.ts'
import { potentialOfInspection, potentialSeenIn, type SeenAt } from '../../records/observation.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useLive, useRow, useRows, useUser } from '../../sync/react.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { PlaceLink, recordNumber } from './inspection-place.tsx'
import { newestFirst } from './newest-first.ts'
import { ReviewItem } from './review-item.tsx'
import { Columns } from './row-links.tsx'

/** Review Potential Violations: what was flagged, and the notice made from it (RV-01 to RV-09). */
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
  const pulled = useRows(potentialOfInspection(id))
  useRows(areasOfInspection(id))
  const canWrite = mayWrite(useUser().role)
  return (
    <Page
      title="Review Potential Violations"
      above={<PlaceLink inspection={inspection} />}
      meta={
        <>
          <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(id) }}>
            Back to Conduct
          </Link>
          {address_id && (
            <Link to="/address/$addressId" params={{ addressId: String(address_id) }}>
              View Address
            </Link>
          )}
          <span>
            {source} {recordNumber(id)}
          </span>
          <AsOf of={pulled} />
        </>
      }
    >
      {address_id && canWrite ? (
        <WithForm inspection={inspection} addressId={address_id} failed={pulled.problem !== undefined} />
      ) : (
        <>
          <Items inspectionId={id} failed={pulled.problem !== undefined} />
          {canWrite && <Empty>This inspection has no address, so no violation can be created from it.</Empty>}
        </>
      )}
    </Page>
  )
}

interface WithFormProps {
  inspection: Inspection
  addressId: Id
  failed: boolean
}

/** What was flagged at the left; the notice, locked to the inspection's address, at the right (RV-06, RV-07). */
function WithForm({ inspection, addressId, failed }: WithFormProps) {
  const navigate = useNavigate()
  const address = useRow(addressById(addressId)).row
  const draft = useViolationDraft({
    draft: `violation/inspection:${inspection.id}`,
    lockedTo: address ?? { combadd: `Address #${addressId}`, ...inspection.address, id: addressId },
    inspectionId: inspection.id,
    onCreated: () =>
      void navigate({ to: '/inspection/$inspectionId', params: { inspectionId: String(inspection.id) } }),
  })
  return (
    <Columns>
      <div>
        <Items inspectionId={inspection.id} failed={failed} draft={draft} />
      </div>
      <div>
        <ViolationForm draft={draft} />
      </div>
    </Columns>
  )
}

interface ItemsProps {
  inspectionId: Id
  failed: boolean
  /** The form that takes the sections of what is selected (RV-05). */
  draft?: ViolationDraft
}

function Items({ inspectionId, failed, draft }: ItemsProps) {
  const seen = useLive((db) => potentialSeenIn(db, inspectionId), [inspectionId])
  const [selected, setSelected] = useState<ReadonlySet<Id>>(new Set())
  if (!seen) return <Loading />
  if (seen.length === 0)
    return (
      <Section title="Potential Violations" count={0}>
        {failed && <ErrorLine message="Failed to load potential observations" />}
        <Empty>No potential violations were flagged during this inspection.</Empty>
      </Section>
    )
  const byId = new Map(seen.map((it) => [it.observation.id, it]))
  const rows = newestFirst(seen.map((it) => it.observation)).flatMap(({ id }) => byId.get(id) ?? [])
  const chosen = rows.filter((it) => selected.has(it.observation.id))
  const select = (id: Id, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  const all = new Set(rows.map((it) => it.observation.id))
  return (
    <Section title="Potential Violations" count={rows.length}>
      {draft && (
        <SelectBar
          isAll={chosen.length === rows.length}
          onAll={(isAll) => setSelected(isAll ? all : new Set())}
          chosen={chosen}
          onAdd={draft.addCodes}
        />
      )}
      <ul aria-label="Potential violations">
        {rows.map((it) => (
          <li key={it.observation.id}>
            <ReviewItem
              seen={it}
              inspectionId={inspectionId}
              isSelected={selected.has(it.observation.id)}
              onSelect={draft && ((isSelected) => select(it.observation.id, isSelected))}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface SelectBarProps {
  isAll: boolean
  onAll: (isAll: boolean) => void
  chosen: readonly SeenAt[]
  onAdd: (codes: number[]) => void
}

/** "Select all", and the button that takes the sections over; disabled with nothing selected (RV-03, RV-04). */
function SelectBar({ isAll, onAll, chosen, onAdd }: SelectBarProps) {
  return (
    <div>
      <CheckField label="Select all" checked={isAll} onChange={(event) => onAll(event.target.checked)} />
      <Button
        icon="plus"
        disabled={chosen.length === 0}
        onClick={() => onAdd(chosen.flatMap((it) => it.observation.codes.map((code) => code.id)))}
      >
        Add suspected codes to violation
      </Button>
    </div>
  )
}
