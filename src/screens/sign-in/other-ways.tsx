import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { SignInMethods } from '../../contract/session.ts'
import { useSession } from '../../sync/react/engine.ts'
import { canUsePasskeys } from '../../sync/session/can-use-passkeys.ts'
import type { SignInResult } from '../../sync/session/sign-in.ts'
import { leaveForSingleSignOn } from '../../sync/session/single-sign-on.ts'
import { byPasskey } from '../../sync/session/ways-in.ts'
import { Button } from '../../ui/button.tsx'

const Ways = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 3, width: '100%', maxWidth: '24rem' },
})

interface Props {
  ways: SignInMethods
  /** null when a new attempt begins. */
  onResult: (result: SignInResult | null) => void
}

/** The buttons for signing in without email and password. */
export function OtherWays({ ways, onResult }: Props) {
  const session = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    if (await leaveForSingleSignOn()) return
    setLeaving(false)
    onResult({ kind: 'noSignal' })
  }
  const usePasskey = async () => {
    setLeaving(true)
    onResult(null)
    onResult(await session.enterBy(byPasskey, null).finally(() => setLeaving(false)))
  }
  const hasPasskeys = ways.passkeys && canUsePasskeys()
  if (ways.singleSignOn === null && !hasPasskeys) return null
  return (
    <Ways>
      {hasPasskeys && (
        <Button icon="key" shape="wide" disabled={isLeaving} onClick={() => void usePasskey()}>
          Sign in with a passkey
        </Button>
      )}
      {ways.singleSignOn !== null && (
        <Button
          kind={ways.passwordsAreOff ? 'main' : 'plain'}
          shape="wide"
          disabled={isLeaving}
          onClick={() => void leave()}
        >
          {isLeaving ? 'Signing in...' : `Sign in with ${ways.singleSignOn}`}
        </Button>
      )}
    </Ways>
  )
}
