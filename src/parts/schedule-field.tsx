import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import type { Inspection } from '../contract/inspection.ts'
import { dayOutOfReachText, isDayInReach } from '../contract/text-limits.ts'
import { scheduleInspection } from '../records/inspection.ts'
import { scheduleText } from '../rules/date-text.ts'
import { dayOf, wallTime } from '../rules/dates.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Stack } from '../ui/stack.ts'
import { Note } from '../ui/states.tsx'
import { useDirtyMark } from '../ui/use-dirty.ts'
import { EntryStateLine } from './entry-state.tsx'
import { useEdited } from './use-edited.ts'
import { useNow, useZone } from './use-now.ts'
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
  /** The text of the button, if the specification has its own (CP-07). */
  saveWords?: string
}

/** The appointment as wall time in the town; an empty one clears it (II-06, CP-07, C-23). */
export function ScheduleField({ inspection, canWrite, saveWords = 'Save Schedule' }: Props) {
  const { id, scheduled_datetime } = inspection
  const perform = usePerform()
  const zone = useZone()
  const stored = wallTime(scheduled_datetime, zone) ?? ''
  const field = useEdited(stored)
  const [problem, setProblem] = useState<string>()
  useDirtyMark(field.isDirty)
  const today = dayOf(useNow(), zone)
  // Allowed, because a visit may be recorded after it was made.
  const isPast = field.isDirty && field.shown !== '' && field.shown.slice(0, 10) < today
  const schedule = async (wall: string) => {
    const body = { scheduled_datetime: wall }
    // The value when typing began, so that a newer appointment is not silently overwritten.
    const seen = field.seen ? { seen: { scheduled_datetime: field.seen.value } } : {}
    const done = await saved(() => perform(scheduleInspection, { inspectionId: id }, body, seen))
    if (done === null) return
    field.saved(wall)
    tellSaved(wall === '' ? 'Schedule cleared' : 'Schedule saved')
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    // A half-typed date in the platform's field reads as blank, so only "Clear" clears.
    if (field.shown === '') {
      setProblem('Choose a date and a time')
      return
    }
    if (!isDayInReach(field.shown)) {
      setProblem(dayOutOfReachText)
      return
    }
    setProblem(undefined)
    void schedule(field.shown)
  }
  return (
    <Stack>
      <p>{scheduleText(scheduled_datetime, zone)}</p>
      {canWrite && (
        <Row onSubmit={save} noValidate aria-label="Schedule">
          <TextField
            label="Date and time"
            type="datetime-local"
            value={field.shown}
            problem={problem}
            onChange={(event) => field.type(event.target.value)}
            // A half-typed date reads as blank; only the focus tells that somebody is typing.
            onFocus={() => field.type(field.shown)}
            onBlur={(event) => !event.target.validity.badInput && field.left()}
          />
          <Button type="submit">{saveWords}</Button>
          {stored !== '' && <Button onClick={() => void schedule('')}>Clear</Button>}
        </Row>
      )}
      {isPast && (
        <Note tone="yellow" role="status">
          The day is past.
        </Note>
      )}
      <EntryStateLine type="inspection" id={id} of={scheduleInspection} failure="Failed to update schedule" />
    </Stack>
  )
}
