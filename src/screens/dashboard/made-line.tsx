import { chakra } from '@chakra-ui/react/styled-system'
import type { Id } from '../../contract/id.ts'
import type { InspectionSource } from '../../contract/inspection.ts'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { RecordTo } from '../../parts/record-to.tsx'
import { addInspection } from '../../records/inspection-add.ts'
import { addViolation } from '../../records/violation.ts'
import { inspectionFailedText, isComplaint } from '../../rules/inspection-source.ts'

/** The record just created with a form of the dashboard. */
export type Made = { type: 'violation'; id: Id } | { type: 'inspection'; id: Id; source: InspectionSource | undefined }

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 4,
    rowGap: 1,
    marginTop: 3,
    minHeight: 'tap',
    paddingInline: 3,
    borderRadius: 'sm',
    background: 'accent.quiet',
  },
})

/** The record just created: a link to it, and its state until the office has it (CF-10, CF-29). */
export function MadeLine({ made }: { made: Made }) {
  if (made.type === 'violation')
    return (
      <Line>
        <RecordTo kind="violation" id={made.id}>
          Open the new violation
        </RecordTo>
        <EntryStateLine type="violation" id={made.id} of={addViolation} failure="Failed to create violation" />
      </Line>
    )
  const source = made.source ?? ''
  const kind = isComplaint({ source }) ? 'complaint' : 'inspection'
  return (
    <Line>
      <RecordTo kind={kind} id={made.id}>
        Open the new {kind}
      </RecordTo>
      <EntryStateLine type="inspection" id={made.id} of={addInspection} failure={inspectionFailedText(source)} />
    </Line>
  )
}
