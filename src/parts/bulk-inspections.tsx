import { useState } from 'react'
import type { Inspection } from '../contract/inspection.ts'
import { dayOutOfReachText, isDayInReach } from '../contract/text-limits.ts'
import { assignInspector, scheduleInspection } from '../records/inspection.ts'
import { may, mayWrite } from '../rules/permissions.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { AssignAll } from './assign-all.tsx'
import { BulkBar, type RunBulk, type Ticked, useBulk } from './bulk.tsx'

interface Props {
  ticked: Ticked
  rows: readonly Inspection[] | undefined
  /** One word for a row: 'inspection', 'complaint'. */
  what: string
}

/** Assigns an inspector or an appointment to all ticked inspections or complaints at once. */
export function BulkInspections({ ticked, rows, what }: Props) {
  const { role } = useUser()
  const perform = usePerform()
  const run = useBulk(ticked, 'inspection')
  return (
    <BulkBar ticked={ticked} rows={rows} what={what}>
      {may(role, 'assign') && (
        <AssignAll
          run={run}
          assign={(inspectionId, userId) => perform(assignInspector, { inspectionId }, { inspector_id: userId })}
        />
      )}
      {mayWrite(role) && <ScheduleAll run={run} />}
    </BulkBar>
  )
}

function ScheduleAll({ run }: { run: RunBulk }) {
  const perform = usePerform()
  const [wall, setWall] = useState('')
  const [problem, setProblem] = useState<string>()
  return (
    <form
      aria-label="Schedule the ticked"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wall === '') setProblem('Choose a date and a time')
        else if (!isDayInReach(wall)) setProblem(dayOutOfReachText)
        else
          void run(
            (count) => `${count} scheduled (waiting to send)`,
            (inspectionId) => perform(scheduleInspection, { inspectionId }, { scheduled_datetime: wall }),
          )
      }}
    >
      <TextField
        label="Schedule for"
        type="datetime-local"
        value={wall}
        problem={problem}
        onChange={(event) => {
          setWall(event.target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit">Schedule</Button>
    </form>
  )
}
