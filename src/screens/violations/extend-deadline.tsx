import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import type { Violation } from '../../contract/violation.ts'
import { ChangeOutcome } from '../../parts/change-outcome.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { ExtendChoices } from '../../parts/extend-choices.tsx'
import { useZone } from '../../parts/use-now.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { extendDeadline } from '../../records/violation.ts'
import { dateText } from '../../rules/date-text.ts'
import { addedDays, extendedDeadline, maxAddedDays, mostAddedText } from '../../rules/deadline.ts'
import { plural } from '../../rules/text.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { LineForm } from '../../ui/line-form.ts'
import { useOneAtATime } from '../../ui/one-at-a-time.ts'
import { Stack } from '../../ui/stack.ts'
import { useDirtyMark } from '../../ui/use-dirty.ts'

const Given = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 2 },
})

/** Adds days to the deadline; the office's own extensions are kept (VD-02, VD-03, VD-17). */
export function ExtendDeadline({ violation }: { violation: Violation }) {
  const { id } = violation
  const perform = usePerform()
  const zone = useZone()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  // Days given by a tap. The buttons go then: a second tap on one would add its days once more.
  const [given, setGiven] = useState(0)
  useDirtyMark(typed !== '')
  const asked = addedDays(typed)
  const before = violation.extend ?? 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (asked.kind === 'invalid') setProblem(asked.text)
    else void extend(asked.days, () => setTyped(''))
  }
  const extend = useOneAtATime(async (days: number, done: () => void) => {
    if (before + days > maxAddedDays) return setProblem(mostAddedText)
    setProblem(undefined)
    const body = { extend: before + days }
    if ((await saved(() => perform(extendDeadline, { violationId: id }, body))) === null) return
    done()
    tellSaved(`Deadline extended by ${plural(days, 'day')}`)
  })
  return (
    <Stack>
      {given === 0 ? (
        <ExtendChoices violation={violation} onChoose={(days) => void extend(days, () => setGiven(days))} />
      ) : (
        <Given>
          <p role="status">
            {plural(given, 'day')} added: {dateText(extendedDeadline(violation, 0), zone)}
          </p>
          <Button onClick={() => setGiven(0)}>Give more time</Button>
        </Given>
      )}
      <LineForm aria-label="Extend Deadline" noValidate onSubmit={submit}>
        <TextField
          label="Days to add"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          problem={problem}
          hint={asked.kind === 'days' && `New deadline ${dateText(extendedDeadline(violation, asked.days), zone)}`}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit">Extend Deadline</Button>
      </LineForm>
      <EntryStateLine type="violation" id={id} of={extendDeadline} failure="Failed to update deadline" />
      <ChangeOutcome type="violation" id={id} of={extendDeadline} />
    </Stack>
  )
}
