import type { Violation } from '../contract/violation.ts'
import { codeBook } from '../records/code.ts'
import { fineFrom, fineText } from '../rules/citation-form.ts'
import { codeLabel } from '../rules/code-search.ts'
import { dateText } from '../rules/date-text.ts'
import { emailOrName } from '../rules/person.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useRows } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { Note } from '../ui/states.tsx'
import type { TypedCitation } from './citation-draft.ts'

interface Props {
  violation: Violation
  typed: TypedCitation
  onClose: () => void
  onSave: () => void
}

/** Shows a citation once more before it is created, because it reaches a person and cannot be taken back. */
export function CitationCheck({ violation, typed, onClose, onSave }: Props) {
  const user = useUser()
  const { device } = useEngine()
  const fine = fineFrom(typed.fine)
  const mayBeRounded = device.keyed !== true && fine !== null && !Number.isInteger(fine)
  const codes = useRows(codeBook()).rows ?? []
  const code = codes.find((it) => it.id === typed.code)
  return (
    <Dialog
      title="Add this citation?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button kind="main" onClick={onSave}>
            Add Citation
          </Button>
        </>
      }
    >
      <Facts
        dense="all"
        facts={{
          Address: violation.combadd,
          Fine: fineText(fine),
          Deadline: dateText(typed.deadline),
          'Citation ID': typed.citationid.trim() || 'None',
          Code: code ? codeLabel(code) : `Code ${typed.code}`,
          User: emailOrName(user),
          Status: 'Unpaid',
        }}
      />
      {mayBeRounded && (
        <Note tone="yellow">
          The server of this town may keep whole dollars only: {fineText(fine)} may become {fineText(Math.round(fine))}.
          Go back and enter whole dollars to be sure.
        </Note>
      )}
    </Dialog>
  )
}
