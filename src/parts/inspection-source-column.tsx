import { Link } from '@tanstack/react-router'
import type { Inspection } from '../contract/inspection.ts'
import { Breakable } from '../ui/breakable.tsx'
import type { Column } from '../ui/list.tsx'
import { UnsentMark, type useUnsentMarks } from './unsent-mark.tsx'

/**
 * The source of an inspection, with its link and the mark of unsent work: the first column of every list of
 * inspections.
 */
export const inspectionSourceColumn = (marks: ReturnType<typeof useUnsentMarks>): Column<Inspection> => ({
  title: 'Source',
  onPhone: 'head',
  cell: (it) => (
    <>
      <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
        <Breakable text={it.source} />
      </Link>{' '}
      <UnsentMark entries={marks.get(it.id)} />
    </>
  ),
})
