import { type FormEvent, useState } from 'react'
import { useSession } from '../../sync/react.ts'
import type { SignInResult } from '../../sync/session.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'

interface Props {
  /** The person whose session has ended: only they go on with their work. */
  knownEmail?: string
  onDone?: () => void
}

/** Email and password, both required (SE-01); says what went wrong in the specification's words (SE-07, SE-08). */
export function SignInForm({ knownEmail, onDone }: Props) {
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [takesCode, setTakesCode] = useState(false)
  const [missing, setMissing] = useState({ email: false, password: false })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const email = String(fields.get('username') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const code = String(fields.get('code') ?? '').trim()
    setMissing({ email: email === '', password: password === '' })
    setFailure(undefined)
    if (email === '' || password === '') return
    setBusy(true)
    const result = await session.signIn({ email, password, code }).finally(() => setBusy(false))
    setFailure(failureWords(result))
    if (result.kind === 'guarded' && result.takesCode) setTakesCode(true)
    if (result.kind === 'signedIn') onDone?.()
  }

  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" kind="main" shape="wide" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign in'}
        </Button>
      }
    >
      {failure && (
        <Note tone="red" role="alert">
          {failure}
        </Note>
      )}
      <TextField
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={knownEmail}
        readOnly={knownEmail !== undefined}
        problem={missing.email ? 'Email is required' : undefined}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        problem={missing.password ? 'Password is required' : undefined}
      />
      {takesCode && (
        <TextField
          label="Sign-in code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          hint="12 letters and digits from an administrator of the town. Not needed once the wait is over."
        />
      )}
    </Form>
  )
}

/** SE-07, SE-08; without signal the cause is added, since no server was asked. */
export const failureWords = (result: SignInResult): string | undefined => {
  switch (result.kind) {
    case 'signedIn':
      return undefined
    case 'wrong':
      return 'Incorrect email or password. Please try again.'
    case 'noSignal':
      return 'An error occurred. Please try again later. The server cannot be reached: signing in needs signal.'
    case 'guarded':
      return `An error occurred. Please try again later. ${result.words}`.trim()
    case 'wrongForSealed':
      return 'This password does not open the work that is sealed on this device. Nothing is lost: try again, or sign in with signal if the password was changed.'
    case 'failed':
      return 'An error occurred. Please try again later.'
  }
}
