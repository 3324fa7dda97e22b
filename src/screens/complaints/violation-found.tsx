import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { useEdited } from '../../parts/use-edited.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { useViolationDraft } from '../../parts/violation-draft.ts'
import { ViolationForm } from '../../parts/violation-form.tsx'
import { addressById } from '../../records/address.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { complaintStatus, complaintStatuses } from '../../rules/complaint-status.ts'
import { usePerform, useRow } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { LineForm } from '../../ui/line-form.ts'
import { Stack } from '../../ui/stack.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'

/** The inspector's finding: chosen, then saved; Violation Found leads to the notice (CP-05, CP-06). */
export function ViolationFound({ complaint }: { complaint: Inspection }) {
  const { id, status } = complaint
  const perform = usePerform()
  const shown = complaintStatus(status)
  const field = useEdited(status)
  const [problem, setProblem] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const value = complaintStatus(field.shown)
  useDirtyMark(value !== shown)
  const choices = complaintStatuses.some((it) => it === shown) ? complaintStatuses : [shown, ...complaintStatuses]
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // A status other than the three stays until one of them is chosen.
    if (!complaintStatuses.some((it) => it === value)) return setProblem('Choose what was found')
    // The status when it was chosen, so that a newer one is not silently overwritten.
    const seen = field.seen ? { seen: { status: field.seen.value } } : {}
    const done = await saved(() => perform(setInspectionStatus, { inspectionId: id }, { status: value }, seen))
    if (done === null) return
    field.saved(value)
    tellSaved('Status saved')
    if (value === 'Violation Found') setAdding(true)
  }
  return (
    <Stack>
      <LineForm onSubmit={(event) => void save(event)} aria-label="Outcome">
        <SelectField
          label="Violation found?"
          choices={choices}
          value={value}
          {...(problem === undefined ? {} : { problem })}
          onChange={(event) => {
            setProblem(undefined)
            field.type(event.target.value)
          }}
        />
        <Button type="submit" kind="main">
          Save
        </Button>
      </LineForm>
      <EntryStateLine type="inspection" id={id} of={setInspectionStatus} failure="Failed to update status" />
      {isAdding && <AddViolation complaint={complaint} onClose={() => setAdding(false)} />}
    </Stack>
  )
}

/** The notice for the complaint's address; typed values are kept when the dialog is closed (CP-06). */
function AddViolation({ complaint, onClose }: { complaint: Inspection; onClose: () => void }) {
  const { address_id } = complaint
  const navigate = useNavigate()
  const onCreated = (violationId: number) =>
    void navigate({ to: '/violation/$violationId', params: { violationId: String(violationId) } })
  const title = 'Add a Violation for this Address?'
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>Not now</Button>}>
      {address_id ? (
        <LockedForm complaint={complaint} addressId={address_id} onCreated={onCreated} />
      ) : (
        <FreeForm complaint={complaint} onCreated={onCreated} />
      )}
    </Dialog>
  )
}

interface FormProps {
  complaint: Inspection
  onCreated: (violationId: number) => void
}

function LockedForm({ complaint, addressId, onCreated }: FormProps & { addressId: number }) {
  const address = useRow(addressById(addressId)).row
  const draft = useViolationDraft({
    draft: `violation/inspection:${complaint.id}`,
    lockedTo: address ?? { combadd: `Address #${addressId}`, ...complaint.address, id: addressId },
    inspectionId: complaint.id,
    onCreated,
  })
  return <ViolationForm draft={draft} />
}

/** A complaint may have no address (C-20), but the notice needs one. */
function FreeForm({ complaint, onCreated }: FormProps) {
  const draft = useViolationDraft({
    draft: `violation/inspection:${complaint.id}`,
    inspectionId: complaint.id,
    onCreated,
  })
  return <ViolationForm draft={draft} />
}
