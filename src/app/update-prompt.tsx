import { useEffect, useState } from 'react'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { useHasDirtyForm } from '../ui/use-dirty.ts'
import { Banner } from './banner.tsx'
import { agreeToUpdate, useUpdate } from './updates.ts'

/**
 * Offers a new version. It never reloads without consent, during sending, or over a half-typed form without saying so.
 */
export function UpdatePrompt() {
  const update = useUpdate()
  const { sending } = useSyncStatus()
  const isTyping = useHasDirtyForm()
  const [state, setState] = useState<'offered' | 'agreed' | 'later'>('offered')
  useEffect(() => {
    if (state === 'agreed' && sending === 0 && update === 'ready') agreeToUpdate()
  }, [state, sending, update])
  if (update === 'none' || state === 'later') return null
  const agree = async () => {
    const isSure =
      !isTyping ||
      (await confirm({
        title: 'Update while a form is open?',
        text: 'What you typed is kept on this device and will be in the form again after the update.',
        yes: 'Update now',
        no: 'Not now',
      }))
    if (isSure) setState('agreed')
  }
  if (state === 'agreed') return <Banner text={sending > 0 ? 'Updating when sending is done' : 'Updating...'} />
  return (
    <Banner text="A new version of CodeSoft is ready.">
      <Button kind="main" onClick={() => void agree()}>
        Update
      </Button>
      <Button kind="quiet" onClick={() => setState('later')}>
        Later
      </Button>
    </Banner>
  )
}
