import { type FormEvent, useState } from 'react'
import { useSession } from '../../sync/react/engine.ts'
import type { SignInResult } from '../../sync/session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'

interface Props {
  /** Filled in. It can be changed, because an Admin may have changed it while this device could not ask. */
  knownEmail: string | undefined
  /** An administrator's code is accepted, because the account is under attack. */
  takesCode: boolean
  /** Another button beside the form is the main one. */
  isSecond: boolean
  /** null when a new attempt begins. */
  onResult: (result: SignInResult | null) => void
}

/** Email and password, both required (SE-01). */
export function PasswordForm({ knownEmail, takesCode, isSecond, onResult }: Props) {
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  const [missing, setMissing] = useState({ email: false, password: false })
  // It stays for the next attempt, whatever the last answer was.
  const [showsCode, setShowsCode] = useState(takesCode)
  if (takesCode && !showsCode) setShowsCode(true)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const email = String(fields.get('username') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const code = String(fields.get('code') ?? '').trim()
    setMissing({ email: email === '', password: password === '' })
    onResult(null)
    if (email === '' || password === '') return
    setBusy(true)
    onResult(await session.signIn({ email, password, code }).finally(() => setBusy(false)))
  }

  return (
    <Form
      onSubmit={submit}
      actions={
        <Button type="submit" kind={isSecond ? 'plain' : 'main'} shape="wide" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign in'}
        </Button>
      }
    >
      <TextField
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={knownEmail}
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
      {showsCode && (
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
