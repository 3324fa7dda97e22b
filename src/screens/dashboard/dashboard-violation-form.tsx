import type { Id } from '../../contract/id.ts'
import { useViolationDraft } from '../../parts/violation-draft.ts'
import { ViolationForm } from '../../parts/violation-form.tsx'

/** The violation form of the dashboard: it chooses its address itself (CF-01). */
export function DashboardViolationForm({ onCreated }: { onCreated: (violationId: Id) => void }) {
  const draft = useViolationDraft({ draft: 'violation/dashboard', onCreated })
  return <ViolationForm draft={draft} title="New Violation" />
}
