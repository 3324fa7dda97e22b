import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { type Inspection, inspectionStatuses } from '../../contract/inspection.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { statusUpdatedText } from '../../parts/entry-words.ts'
import { useZone } from '../../parts/use-now.ts'
import { useOptimisticValue } from '../../parts/use-optimistic-value.ts'
import { saved } from '../../parts/use-save.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { inspectionChoice, inspectionStatusText, makesRecords, notYetConducted } from '../../rules/inspection-status.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useEntriesOf, usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { SelectField } from '../../ui/fields.tsx'
import { useMayComplete } from './finish-facts.ts'
import { ServerSaid } from './server-said.tsx'

const Line = chakra('div', {
  base: {
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 18rem) minmax(0, 1fr)' },
    alignItems: 'end',
    '& > p': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      rowGap: 1,
      minHeight: { sm: 'tap' },
      color: 'fg.muted',
    },
    '& > p:empty': { display: 'none' },
    '& > :nth-of-type(n + 3)': { gridColumn: '1 / -1' },
  },
})

/** The status set by the inspector: saved at once, with the time of the tap (CI-01 to CI-04). */
export function StatusChoice({ inspection }: { inspection: Inspection }) {
  const { id, status } = inspection
  const perform = usePerform()
  const { device } = useEngine()
  const { role } = useUser()
  const zone = useZone()
  const mayComplete = useMayComplete(inspection)
  const waiting = useEntriesOf('inspection', id).findLast((it) => it.command === setInspectionStatus.name)
  const [tappedAt, setTappedAt] = useState<number>()
  const at = tappedAt ?? waiting?.capturedAt
  const choice = inspectionChoice(status)
  // Stored statuses are free text (C-08); one that is no choice is shown unchanged.
  const other = choice === null && !notYetConducted(status) ? inspectionStatusText(status) : null
  const chosen = useOptimisticValue(other ?? choice ?? '')
  const set = async (next: string) => {
    if (next === '' || next === other) return null
    if (makesRecords(next) && !(await mayComplete())) return null
    const done = await saved(() => perform(setInspectionStatus, { inspectionId: id }, { status: next }))
    if (done !== null) setTappedAt(device.now())
    return done
  }
  return (
    <Line>
      <SelectField
        label="Status"
        blank={notYetConducted(status) ? 'Not yet conducted' : undefined}
        choices={other === null ? inspectionStatuses : [other, ...inspectionStatuses]}
        value={chosen.shown}
        disabled={!mayWrite(role)}
        onChange={(event) => void chosen.choose(event.target.value, () => set(event.target.value))}
      />
      <p>
        {at !== undefined && <span role="status">{statusUpdatedText(at, zone)}</span>}
        <EntryStateLine type="inspection" id={id} of={setInspectionStatus} />
      </p>
      <ServerSaid inspection={inspection} />
    </Line>
  )
}
