import { Link } from '@tanstack/react-router'
import type { Inspection } from '../contract/inspection.ts'
import { cutText, numbered } from '../rules/text.ts'
import type { Column } from '../ui/list.tsx'
import { UnsentMark, type useUnsentMarks } from './unsent-mark.tsx'

/**
 * The first words of a complaint, with its link and the mark of unsent work: the first column of every list of
 * complaints.
 */
export const complaintColumn = (marks: ReturnType<typeof useUnsentMarks>): Column<Inspection> => ({
  title: 'Complaint',
  onPhone: 'head',
  cell: (it) => (
    <>
      <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
        {cutText(it.description, 80) || numbered('Complaint', it.id)}
      </Link>{' '}
      <UnsentMark entries={marks.get(it.id)} />
    </>
  ),
})
