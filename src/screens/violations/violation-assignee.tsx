import type { FormEvent } from 'react'
import type { Violation } from '../../contract/violation.ts'
import { ChangeOutcome } from '../../parts/change-outcome.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { OnsSelect } from '../../parts/pickers/ons-select.tsx'
import { useEdited } from '../../parts/use-edited.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { assignViolation } from '../../records/violation.ts'
import { may } from '../../rules/permissions.ts'
import { assigneeText, personName } from '../../rules/person.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { LineForm } from '../../ui/line-form.ts'
import { Stack } from '../../ui/stack.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'

/** The assignee: chosen and saved by Admin, read-only for everybody else (VD-08 to VD-10). */
export function ViolationAssignee({ violation }: { violation: Violation }) {
  const { id, user_id, user } = violation
  const { role } = useUser()
  return (
    <Stack>
      {may(role, 'assign') ? (
        <AssigneeChoice violation={violation} />
      ) : (
        <p>{user_id && !user ? `User #${user_id}` : assigneeText(user)}</p>
      )}
      <EntryStateLine type="violation" id={id} of={assignViolation} failure="Failed to update assignment" />
      <ChangeOutcome type="violation" id={id} of={assignViolation} />
    </Stack>
  )
}

function AssigneeChoice({ violation: { id, user_id, user } }: { violation: Violation }) {
  const perform = usePerform()
  const field = useEdited(user_id ?? null)
  const chosen = field.shown
  useDirtyMark(field.isDirty)
  const assign = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) return
    // The assignee when the choice began, so that a newer one is not silently overwritten.
    const seen = field.seen ? { seen: { user_id: field.seen.value } } : {}
    const done = await saved(() => perform(assignViolation, { violationId: id }, { user_id: chosen }, seen))
    if (done === null) return
    field.saved(chosen)
    tellSaved('Assignee updated')
  }
  return (
    <LineForm aria-label="Assignee" onSubmit={(event) => void assign(event)}>
      <OnsSelect
        label="Assign to"
        value={chosen}
        {...(user && chosen === user_id ? { valueName: personName(user) } : {})}
        onChange={field.type}
      />
      <Button type="submit" disabled={chosen === null}>
        Save
      </Button>
    </LineForm>
  )
}
