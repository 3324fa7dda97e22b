import type { Inspection } from '../../contract/inspection.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { OnsSelect } from '../../parts/pickers/ons-select.tsx'
import { useOptimisticValue } from '../../parts/use-optimistic-value.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { assignInspector } from '../../records/inspection.ts'
import { may } from '../../rules/permissions.ts'
import { assigneeText } from '../../rules/person.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Stack } from '../../ui/stack.ts'

/** The inspector: chosen by Admin, read-only for everybody else; blank is nobody (II-04, II-09). */
export function AssigneeField({ inspection }: { inspection: Inspection }) {
  const { id, inspector_id, inspector } = inspection
  const perform = usePerform()
  const { role } = useUser()
  const chosen = useOptimisticValue(inspector_id ?? null)
  const assign = async (userId: number | null) => {
    const done = await saved(() => perform(assignInspector, { inspectionId: id }, { inspector_id: userId }))
    if (done !== null) tellSaved('Assignee updated')
    return done
  }
  return (
    <Stack>
      {may(role, 'assign') ? (
        <OnsSelect
          label="Inspector"
          value={chosen.shown}
          onChange={(userId) => void chosen.choose(userId, () => assign(userId))}
        />
      ) : (
        <p>{inspector_id && !inspector ? `User #${inspector_id}` : assigneeText(inspector)}</p>
      )}
      <EntryStateLine type="inspection" id={id} of={assignInspector} failure="Failed to update assignment" />
    </Stack>
  )
}
