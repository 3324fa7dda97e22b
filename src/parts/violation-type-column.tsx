import { Link } from '@tanstack/react-router'
import type { Violation } from '../contract/violation.ts'
import { violationTypeText } from '../rules/violation-type.ts'
import type { Column } from '../ui/list.tsx'
import { UnsentMark, type useUnsentMarks } from './unsent-mark.tsx'

/**
 * The type of a violation, with its link and the mark of unsent work: the first column of every list of violations.
 */
export const violationTypeColumn = (
  marks: ReturnType<typeof useUnsentMarks>,
  title = 'Violation',
): Column<Violation> => ({
  title,
  onPhone: 'head',
  cell: (it) => (
    <>
      <Link to="/violation/$violationId" params={{ violationId: String(it.id) }}>
        {violationTypeText(it.violation_type)}
      </Link>{' '}
      <UnsentMark entries={marks.get(it.id)} />
    </>
  ),
})
