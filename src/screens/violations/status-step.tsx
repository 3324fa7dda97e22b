import type { Violation } from '../../contract/violation.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { abateViolation, reopenViolation } from '../../records/violation.ts'
import { canAbate, canReopen } from '../../rules/violation-status.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'

/** The next step of a violation, after a question: Current is abated, Resolved is reopened (VD-04, VD-05). */
export function StatusStep({ violation: { id, status } }: { violation: Violation }) {
  const perform = usePerform()
  const abate = async () => {
    if (!(await confirm({ title: 'Mark this violation as abated?', text: abateText, yes: 'Mark as Abated' }))) return
    const done = await saved(() => perform(abateViolation, { violationId: id }, { status: 1 }))
    if (done !== null) tellSaved('Marked as abated')
  }
  const reopen = async () => {
    if (!(await confirm({ title: 'Reopen this violation?', text: reopenText, yes: 'Reopen Violation' }))) return
    const done = await saved(() => perform(reopenViolation, { violationId: id }, { status: 0 }))
    if (done !== null) tellSaved('Violation reopened')
  }
  if (canAbate(status))
    return (
      <Button kind="main" icon="check" className="grow" onClick={() => void abate()}>
        Mark as Abated
      </Button>
    )
  if (canReopen(status))
    return (
      <Button className="grow" onClick={() => void reopen()}>
        Reopen Violation
      </Button>
    )
  return null
}

const abateText = 'Its status becomes Resolved. It can be reopened later.'
const reopenText = 'Its status becomes Current again.'

/** The state of the last step, with the specification's text for a refusal (VD-16). */
export function StatusStepState({ violation: { id } }: { violation: Violation }) {
  return (
    <>
      <EntryStateLine type="violation" id={id} of={abateViolation} failure="Failed to mark as abated" />
      <EntryStateLine type="violation" id={id} of={reopenViolation} failure="Failed to reopen violation" />
    </>
  )
}
