import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import type { Inspection } from '../contract/inspection.ts'
import { scheduleInspection } from '../records/inspection.ts'
import { scheduleText } from '../rules/date-text.ts'
import { wallTime } from '../rules/dates.ts'
import { usePerform } from '../sync/react.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Stack } from '../ui/stack.ts'
import { useDirtyMark } from '../ui/use-dirty.ts'
import { EntryState } from './entry-state.tsx'
import { useZone } from './use-now.ts'
import { saved, tellSaved } from './use-save.ts'

const Row = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 2,
    paddingBlock: 2,
    '& > div': { flex: '1 1 14rem', maxWidth: '20rem' },
  },
})

interface Props {
  inspection: Inspection
  canWrite: boolean
  /** The word on the button, where the specification has its own (CP-07). */
  saveWords?: string
}

/** The appointment as wall time in the town; an empty one clears it (II-06, CP-07, C-23). */
export function ScheduleField({ inspection, canWrite, saveWords = 'Save Schedule' }: Props) {
  const { id, scheduled_datetime } = inspection
  const perform = usePerform()
  const zone = useZone()
  const stored = wallTime(scheduled_datetime, zone) ?? ''
  const [typed, setTyped] = useState(stored)
  const [problem, setProblem] = useState<string>()
  useDirtyMark(typed !== stored)
  const schedule = async (wall: string) => {
    const body = { scheduled_datetime: wall }
    const done = await saved(() => perform(scheduleInspection, { inspectionId: id }, body))
    if (done !== null) tellSaved(wall === '' ? 'Schedule cleared' : 'Schedule saved')
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    // A date half typed in the platform's own field reads as blank; only "Clear" clears.
    if (typed === '') {
      setProblem('Choose a date and a time')
      return
    }
    setProblem(undefined)
    void schedule(typed)
  }
  return (
    <Stack>
      <p>{scheduleText(scheduled_datetime, zone)}</p>
      {canWrite && (
        <Row onSubmit={save} noValidate aria-label="Schedule">
          <TextField
            label="Date and time"
            type="datetime-local"
            value={typed}
            problem={problem}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit">{saveWords}</Button>
          {stored !== '' && <Button onClick={() => void schedule('')}>Clear</Button>}
        </Row>
      )}
      <EntryState type="inspection" id={id} of={scheduleInspection} failure="Failed to update schedule" />
    </Stack>
  )
}
