import { Link } from '@tanstack/react-router'
import type { Inspection } from '../contract/inspection.ts'
import type { Column } from '../ui/list.tsx'
import { UnsentMark, type useUnsentMarks } from './unsent-mark.tsx'

/** What an inspection is for, with the way to it and the mark of unsent work: the head of every list of inspections. */
export const inspectionSourceColumn = (marks: ReturnType<typeof useUnsentMarks>): Column<Inspection> => ({
  title: 'Source',
  onPhone: 'head',
  cell: (it) => (
    <>
      <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
        {it.source}
      </Link>{' '}
      <UnsentMark entries={marks.get(it.id)} />
    </>
  ),
})
