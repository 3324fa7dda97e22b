import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { useSession } from '../../sync/react/engine.ts'
import { useSignInMethods } from '../../sync/react/known-town.ts'
import type { SignInResult } from '../../sync/session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/states.tsx'
import { failureWords } from './failure-words.ts'
import { OtherWays } from './other-ways.tsx'
import { PasswordForm } from './password-form.tsx'

interface Props {
  /** That of the person whose session has ended. They continue with their work, anybody else with their own. */
  knownEmail?: string
  onDone?: () => void
}

const Column = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 4, width: '100%' } })

/**
 * Signing in, in every way that the town offers; shows failures in the specification's words (SE-07, SE-08). If
 * passwords are off, the password form is behind a button, because one account still has a password.
 */
export function SignInForm({ knownEmail, onDone }: Props) {
  const { arrival } = useSession()
  const ways = useSignInMethods()
  const [result, setResult] = useState(arrival)
  const [wantsPassword, setWantsPassword] = useState(false)
  const failure = result && failureWords(result)
  const isOff = ways?.passwordsAreOff === true
  const ended = (next: SignInResult | null) => {
    setResult(next)
    if (next?.kind === 'signedIn') onDone?.()
  }
  const others = ways && <OtherWays ways={ways} onResult={ended} />
  return (
    <Column>
      {failure && (
        <Note tone="red" role="alert">
          {failure}
        </Note>
      )}
      {isOff && others}
      {isOff && !wantsPassword ? (
        <Button kind="quiet" shape="wide" onClick={() => setWantsPassword(true)}>
          Sign in with email and password
        </Button>
      ) : (
        <PasswordForm
          knownEmail={knownEmail}
          takesCode={result?.kind === 'told' && result.takesCode}
          isSecond={isOff}
          onResult={ended}
        />
      )}
      {!isOff && others}
    </Column>
  )
}
