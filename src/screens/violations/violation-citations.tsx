import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Citation } from '../../contract/citation.ts'
import type { Violation } from '../../contract/violation.ts'
import { citationDraft } from '../../parts/citation-draft.ts'
import { CitationForm } from '../../parts/citation-form.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { listed } from '../../parts/listed.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { citationsOfViolation } from '../../records/citation.ts'
import { fineText } from '../../rules/citation-form.ts'
import { citationStatusOf } from '../../rules/citation-status.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { takesCitations } from '../../rules/violation-status.ts'
import { useDraft } from '../../sync/react/forms.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { AboveList } from './violation-look.ts'

/** The citations of a violation, and adding one while it is Current (VD-01, VD-06). */
export function ViolationCitations({ violation, canWrite }: { violation: Violation; canWrite: boolean }) {
  const { id, status } = violation
  const citations = useRows(citationsOfViolation(id))
  const marks = useUnsentMarks('citation')
  const { restored } = useDraft(citationDraft(id))
  const [isOpen, setOpen] = useState<boolean>()
  const { rows, problem } = listed(citations, 'Failed to fetch citations', id < 0)
  const isAdding = canWrite && takesCitations(status) && (isOpen ?? (restored ?? null) !== null)
  const columns: Column<Citation>[] = [
    {
      title: 'Citation ID',
      onPhone: 'head',
      cell: (it) => (
        <>
          <Link to="/citation/$citationId" params={{ citationId: String(it.id) }}>
            {it.citationid?.trim() || 'Missing'}
          </Link>{' '}
          <UnsentMark entries={marks.get(it.id)} />
        </>
      ),
    },
    { title: 'Fine', atEnd: true, cell: (it) => fineText(it.fine) },
    { title: 'Deadline', cell: (it) => <CitationDeadline citation={it} /> },
    { title: 'Status', cell: (it) => <StatusBadge of="citation" status={citationStatusOf(it)} /> },
  ]
  return (
    <Section
      title="Citations"
      count={rows?.length}
      actions={
        canWrite &&
        takesCitations(status) && (
          <Button kind="quiet" icon="plus" aria-expanded={isAdding} onClick={() => setOpen(!isAdding)}>
            Add New Citation
          </Button>
        )
      }
    >
      {isAdding && (
        <AboveList>
          <CitationForm violation={violation} onAdded={() => setOpen(false)} />
        </AboveList>
      )}
      <List
        name="Citations"
        inUrl="citations"
        rows={rows && newestFirst(rows)}
        columns={columns}
        empty="No citations available."
        problem={problem}
      />
    </Section>
  )
}
