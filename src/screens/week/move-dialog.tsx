import { useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { dayOutOfReachText, isDayInReach } from '../../contract/text-limits.ts'
import { RecordTo } from '../../parts/record-to.tsx'
import { isComplaint } from '../../rules/inspection-source.ts'
import { type BoardRow, conflictsOf, conflictText, plannedAt } from '../../rules/week.ts'
import type { Planned } from '../../rules/week-move.ts'
import { timeOn } from '../../rules/week-move.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/states.tsx'
import { useDay } from './use-week.ts'
import { addressText, kindText } from './words.ts'

interface Props {
  visit: Inspection
  rows: readonly BoardRow[]
  zone: string
  today: string
  capacity: number
  onMove: (to: Planned) => void
  onClose: () => void
}

/** Moves a card without dragging: inspector, day and time. Conflicts are shown before it is saved. */
export function MoveDialog({ visit, rows, zone, today, capacity, onMove, onClose }: Props) {
  const planned = plannedAt(visit, zone)
  const [inspector, setInspector] = useState(String(visit.inspector_id ?? ''))
  const [day, setDay] = useState(planned?.day ?? '')
  const [time, setTime] = useState(planned?.time ?? '')
  const [problem, setProblem] = useState<string>()
  const inspectorId = inspector === '' ? null : Number(inspector)
  const stops = useDay(day).filter((it) => it.inspector_id === inspectorId && it.id !== visit.id)
  // Without a time, the first free one of the day.
  const free = () => timeOn(day, { ...visit, scheduled_datetime: null }, stops, zone)
  const at = day === '' ? null : time === '' ? free() : `${day}T${time}`
  const conflicts =
    at === null || inspectorId === null
      ? []
      : conflictsOf(
          [...stops, { ...visit, scheduled_datetime: at }],
          { day, today, capacity, isActive: rows.find((it) => it.id === inspectorId)?.isActive ?? true },
          zone,
        )
  const save = () => {
    if (at === null && planned) setProblem('Choose a day, or press Unschedule')
    else if (at === null && inspectorId === (visit.inspector_id ?? null))
      setProblem('Choose a day or another inspector')
    else if (at !== null && !isDayInReach(at)) setProblem(dayOutOfReachText)
    else onMove({ inspectorId, at })
  }
  return (
    <Dialog
      title={`Move ${addressText(visit)}`}
      onClose={onClose}
      actions={
        <>
          {planned && <Button onClick={() => onMove({ inspectorId, at: null })}>Unschedule</Button>}
          <Button kind="main" onClick={save}>
            Move
          </Button>
        </>
      }
    >
      <p>
        {kindText(visit)}.{' '}
        <RecordTo kind={isComplaint(visit) ? 'complaint' : 'inspection'} id={visit.id}>
          Open it
        </RecordTo>
      </p>
      <SelectField
        label="Inspector"
        blank="Nobody"
        choices={rows.map(
          (it) => [String(it.id), it.isActive ? it.name : `${it.name} (no longer works here)`] as const,
        )}
        value={inspector}
        onChange={(event) => setInspector(event.target.value)}
      />
      <TextField
        label="Day"
        type="date"
        value={day}
        problem={problem}
        onChange={(event) => {
          setDay(event.target.value)
          setProblem(undefined)
        }}
      />
      <TextField
        label="Time"
        type="time"
        value={time}
        hint="Left blank, it is the first free half hour from 9 AM on."
        onChange={(event) => setTime(event.target.value)}
      />
      {conflicts.length > 0 && (
        <Note tone="yellow" role="status">
          Conflict: {conflicts.map(conflictText).join('; ')}.
        </Note>
      )}
    </Dialog>
  )
}
