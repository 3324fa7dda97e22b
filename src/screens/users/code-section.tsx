import { useState } from 'react'
import { type SignInCode, type User, users } from '../../contract/user.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { Note } from '../../ui/states.tsx'

/**
 * Help for a person whose account is under attack and who has no known device: a code for one sign-in. It is shown
 * once and never stored on this device. A documented server has none, and where passwords are off there is no password
 * to enter beside it.
 */
export function SignInCodeSection({ user }: { user: User }) {
  const { failure, isBusy, make } = useDirectCall()
  const zone = useZone()
  const { waysIn } = useEngine().town
  const [made, setMade] = useState<SignInCode>()
  if (!waysIn?.codes || waysIn.passwordsAreOff) return null
  const makeCode = async () => {
    const words = `Sign-in code for ${user.email} made`
    const code = await make((call) => call(users.makeSignInCode, { userId: user.id }, {}, { words }))
    if (code) setMade(code)
  }
  return (
    <Section title="Sign-in Code" starts="hidden">
      <NeedsSignal what="Making a sign-in code" />
      <CallFailure of={failure} failed="Failed to make a sign-in code" nothingTyped />
      <Form
        aria-label="Sign-in Code"
        onSubmit={makeCode}
        actions={
          <Button type="submit" disabled={isBusy}>
            {made ? 'Make another code' : 'Make a sign-in code'}
          </Button>
        }
      >
        <p>
          After many wrong passwords, new devices have to wait. With a code and the password this user can sign in on a
          new device all the same. Read it to them in person or by phone.
        </p>
        {made && (
          <Note tone="green" role="status">
            <strong>{made.code}</strong>
            <p>Holds for one sign-in, until {dateTimeText(made.expires_at, zone)}. It is not shown again.</p>
          </Note>
        )}
      </Form>
    </Section>
  )
}
