import { useEffect, useState } from 'react'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import type { Dirty } from '../ui/dirty-forms.ts'
import { useDirtyForms } from '../ui/use-dirty.ts'
import { Banner } from './banner.tsx'
import { agreeToUpdate, useUpdate } from './updates.ts'

/**
 * Offers a new version. It never reloads without consent, during sending, or over a half-typed form without saying
 * what becomes of it.
 */
export function UpdatePrompt() {
  const update = useUpdate()
  const { sending } = useSyncStatus()
  const dirty = useDirtyForms()
  const [state, setState] = useState<'offered' | 'agreed' | 'later'>('offered')
  /** The forms that the consent was about. Whoever begins one afterwards has not agreed to lose it. */
  const [over, setOver] = useState<Dirty | null>(null)
  const waitsForForm = dirty !== null && dirty !== over
  useEffect(() => {
    if (dirty === null) setOver(null)
  }, [dirty])
  useEffect(() => {
    if (state === 'agreed' && sending === 0 && !waitsForForm && update === 'ready') agreeToUpdate()
  }, [state, sending, waitsForForm, update])
  if (update === 'none' || state === 'later' || dirty === 'shownOnce') return null
  const agree = async () => {
    const isSure =
      dirty === null ||
      (await confirm({
        title: 'Update while a form is open?',
        text:
          dirty === 'kept'
            ? 'What you typed is kept on this device and will be in the form again after the update.'
            : 'What you typed here is not kept. Save it first.',
        yes: 'Update now',
        no: 'Not now',
        isDanger: dirty !== 'kept',
      }))
    if (!isSure) return
    setOver(dirty)
    setState('agreed')
  }
  if (state === 'agreed' && !waitsForForm)
    return <Banner text={sending > 0 ? 'Updating when sending is done' : 'Updating...'} />
  const [text, yes, no] =
    state === 'agreed'
      ? (['Updating when this form is saved', 'Update now', 'Cancel'] as const)
      : (['A new version of CodeSoft is ready.', 'Update', 'Later'] as const)
  return (
    <Banner text={text}>
      <Button kind="main" onClick={() => void agree()}>
        {yes}
      </Button>
      <Button kind="quiet" onClick={() => setState(state === 'agreed' ? 'offered' : 'later')}>
        {no}
      </Button>
    </Banner>
  )
}
