import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../contract/id.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/stack.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactPicker } from './pickers/contact-picker.tsx'

const Frame = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 4, maxWidth: '48rem' } })

interface Props {
  /** The name of the draft of a new contact: 'contact/inspection:12'. */
  draft: string
  saveWords?: string
  /** Gets the id of an existing or new contact. It returns null if that failed; otherwise the chooser closes. */
  onChosen: (contactId: Id) => Promise<unknown>
}

/** A contact for a record: an existing one found by typing, or a new one (CF-39, CF-40). */
export function ContactChooser({ draft, saveWords, onChosen }: Props) {
  const [mode, setMode] = useState<'none' | 'existing' | 'new'>('none')
  const toggle = (next: typeof mode) => setMode(mode === next ? 'none' : next)
  const choose = async (contactId: Id) => {
    if ((await onChosen(contactId)) !== null) setMode('none')
  }
  return (
    <Frame className="not-printed">
      <ButtonRow>
        <Button icon="search" aria-expanded={mode === 'existing'} onClick={() => toggle('existing')}>
          Existing contact
        </Button>
        <Button icon="plus" aria-expanded={mode === 'new'} onClick={() => toggle('new')}>
          New contact
        </Button>
      </ButtonRow>
      {mode === 'existing' && (
        <ContactPicker
          label="Contact"
          value={null}
          onChange={(chosen) => {
            if (chosen) void choose(chosen.id)
          }}
        />
      )}
      {mode === 'new' && (
        <ContactForm
          draft={draft}
          {...(saveWords ? { saveWords } : {})}
          onSaved={(contactId) => void choose(contactId)}
          onCancel={() => setMode('none')}
        />
      )}
    </Frame>
  )
}
