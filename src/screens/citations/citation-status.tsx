import { type FormEvent, useState } from 'react'
import type { Citation } from '../../contract/citation.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { useEdited } from '../../parts/use-edited.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setCitationStatus } from '../../records/citation.ts'
import { citationStatuses, citationStatusOf } from '../../rules/citation-status.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { LineForm } from '../../ui/line-form.ts'
import { Stack } from '../../ui/stack.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'

const choices = citationStatuses.map((it) => [String(it.value), it.text] as const)

/** Any status may be changed to any other (CT-08); an undocumented one reads "Unknown" until then (CT-05). */
export function CitationStatusField({ citation }: { citation: Citation }) {
  const { id } = citation
  const { role } = useUser()
  const status = citationStatusOf(citation)
  return (
    <Stack>
      {mayWrite(role) && <StatusChoice id={id} status={status} />}
      <EntryStateLine type="citation" id={id} of={setCitationStatus} failure="Failed to update status" />
    </Stack>
  )
}

function StatusChoice({ id, status }: { id: number; status: number | null }) {
  const perform = usePerform()
  const field = useEdited(status)
  const chosen = field.shown
  const [problem, setProblem] = useState<string>()
  useDirtyMark(field.isDirty)
  const update = async (event: FormEvent) => {
    event.preventDefault()
    const next = citationStatuses.find((it) => it.value === chosen)
    if (!next || next.value === status)
      return setProblem(next ? `It is ${next.text} already. Choose another status.` : 'Choose a status')
    // The value when it was chosen, so that a newer status is not silently overwritten.
    const seen = field.seen ? { seen: { status: field.seen.value } } : {}
    const done = await saved(() => perform(setCitationStatus, { citationId: id }, { status: next.value }, seen))
    if (done === null) return
    field.saved(next.value)
    tellSaved(`Citation marked ${next.text}`)
  }
  return (
    <LineForm aria-label="Update status" noValidate onSubmit={(event) => void update(event)}>
      <SelectField
        label="Status"
        choices={choices}
        {...(status === null ? { blank: 'Unknown' } : {})}
        value={chosen === null ? '' : String(chosen)}
        {...(problem === undefined ? {} : { problem })}
        onChange={(event) => {
          setProblem(undefined)
          field.type(event.target.value === '' ? null : Number(event.target.value))
        }}
      />
      <Button type="submit" kind="main">
        Update
      </Button>
    </LineForm>
  )
}
