import { codeBook } from '../records/code.ts'
import { onsUsers } from '../records/user.ts'
import { addressLabel } from '../rules/address-text.ts'
import { codeLabel } from '../rules/code-search.ts'
import { dateTimeText } from '../rules/date-text.ts'
import { deadlineDate } from '../rules/deadline.ts'
import { may } from '../rules/permissions.ts'
import { personName } from '../rules/person.ts'
import { violationTypeText } from '../rules/violation-type.ts'
import { useRows } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Note } from '../ui/states.tsx'
import { useNow, useZone } from './use-now.ts'
import type { ViolationDraft } from './violation-draft.ts'

/** Without a code section a notice does not say what must be corrected. */
const withoutSection = {
  title: 'No section of the code?',
  text: 'This notice names no section of the code that was broken.',
  yes: 'Create without a section',
  no: 'Go back',
}

/** Shows a notice once more before it is created, because it reaches a person and cannot be taken back. */
export function ViolationCheck({ draft }: { draft: ViolationDraft }) {
  const { form, intake, lockedTo, save } = draft
  const zone = useZone()
  const user = useUser()
  const codes = useRows(codeBook()).rows ?? []
  const users = useRows(onsUsers()).rows ?? []
  const typed = form.getValues()
  const address = lockedTo ?? typed.address
  const close = () => form.setValue('isChecked', false)
  const chosen = typed.codes.map((id) => codeLabel(codes.find((it) => it.id === id) ?? {}) || `Code ${id}`)
  const due = deadlineDate({ deadline: typed.deadline, observed_at: useNow().toISOString() })
  const create = async () => {
    if (chosen.length > 0 || (await confirm(withoutSection))) await save()
  }
  const assignee = users.find((it) => it.id === typed.assignee)
  return (
    <Dialog
      title="Create this violation?"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Go back</Button>
          <Button kind="main" onClick={() => void create()}>
            Create Violation
          </Button>
        </>
      }
    >
      <Facts
        facts={{
          Address: address && addressLabel(address),
          'Violation Type': violationTypeText(typed.violation_type),
          Deadline: `${typed.deadline}, due ${dateTimeText(due, zone)}`,
          ...(may(user.role, 'assign')
            ? { 'Assigned to': assignee ? personName(assignee) : `${personName(user)} (me)` }
            : {}),
          Attachments: String(intake.photos.length + intake.reading.length),
        }}
      />
      {chosen.length === 0 ? (
        <Note tone="yellow">No code section is chosen.</Note>
      ) : (
        <div>
          <h3>Codes</h3>
          <ul>
            {chosen.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
