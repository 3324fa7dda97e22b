import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { ContactForm } from '../../parts/contact-form.tsx'
import { ContactLine } from '../../parts/contact-line.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { ContactPicker } from '../../parts/pickers/contact-picker.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setInspectionContact } from '../../records/inspection.ts'
import { usePerform } from '../../sync/react.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.ts'

const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2 } })

/** Whom to ring up: an existing contact found by typing, or a new one (II-07, CF-39, CF-40). */
export function InspectionContact({ inspection, canWrite }: { inspection: Inspection; canWrite: boolean }) {
  const { id } = inspection
  const perform = usePerform()
  const [mode, setMode] = useState<'none' | 'existing' | 'new'>('none')
  const assign = async (contactId: Id) => {
    const done = await saved(() => perform(setInspectionContact, { inspectionId: id }, { contact_id: contactId }))
    if (done === null) return
    setMode('none')
    tellSaved('Contact assigned')
  }
  return (
    <Stack>
      <ContactLine of={inspection} />
      <EntryState type="inspection" id={id} of={setInspectionContact} failure="Failed to assign contact" />
      {canWrite && (
        <Choices>
          <Button
            icon="search"
            aria-expanded={mode === 'existing'}
            onClick={() => setMode(mode === 'existing' ? 'none' : 'existing')}
          >
            Existing contact
          </Button>
          <Button icon="plus" aria-expanded={mode === 'new'} onClick={() => setMode(mode === 'new' ? 'none' : 'new')}>
            New contact
          </Button>
        </Choices>
      )}
      {mode === 'existing' && (
        <ContactPicker
          label="Contact"
          value={null}
          onChange={(chosen) => {
            if (chosen) void assign(chosen.id)
          }}
        />
      )}
      {mode === 'new' && (
        <ContactForm
          draft={`contact/inspection:${id}`}
          onSaved={(contactId) => void assign(contactId)}
          onCancel={() => setMode('none')}
        />
      )}
    </Stack>
  )
}
