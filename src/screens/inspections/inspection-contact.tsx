import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { ContactChooser } from '../../parts/contact-chooser.tsx'
import { ContactLine } from '../../parts/contact-line.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setInspectionContact } from '../../records/inspection.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Stack } from '../../ui/stack.ts'

/** The person to call: an existing contact found by typing, or a new one (II-07, CF-39, CF-40). */
export function InspectionContact({ inspection, canWrite }: { inspection: Inspection; canWrite: boolean }) {
  const { id } = inspection
  const perform = usePerform()
  const assign = async (contactId: Id) => {
    const done = await saved(() => perform(setInspectionContact, { inspectionId: id }, { contact_id: contactId }))
    if (done !== null) tellSaved('Contact assigned')
    return done
  }
  return (
    <Stack>
      <ContactLine of={inspection} />
      <EntryStateLine type="inspection" id={id} of={setInspectionContact} failure="Failed to assign contact" />
      {canWrite && <ContactChooser draft={`contact/inspection:${id}`} onChosen={assign} />}
    </Stack>
  )
}
