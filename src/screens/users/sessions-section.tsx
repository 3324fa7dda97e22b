import { sync } from '../../contract/sync.ts'
import type { User } from '../../contract/user.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { phones } from '../../records/office.ts'
import { personName } from '../../rules/person.ts'
import { useTakesOurs } from '../../sync/react/kept-here.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { tell } from '../../ui/toast.tsx'

/** Ends all sessions of a person except the one in use. A documented server cannot do this. */
export function SessionsSection({ user }: { user: User }) {
  const { failure, isBusy, make } = useDirectCall()
  const takesOurs = useTakesOurs()
  if (!takesOurs) return null
  const signOut = async () => {
    const body = { user_id: user.id, device: null, clear: false }
    const leaves = { answers: phones(), words: `${personName(user)} signed out everywhere` }
    if (await make((call) => call(sync.signOutDevice, {}, body, leaves))) tell('Signed out everywhere')
  }
  return (
    <Section title="Sessions" starts="hidden">
      <NeedsSignal what="Signing somebody out" />
      <CallFailure of={failure} failed="Failed to sign out" nothingTyped />
      <Form
        aria-label="Sessions"
        onSubmit={signOut}
        actions={
          <Button type="submit" disabled={isBusy}>
            Sign out everywhere
          </Button>
        }
      >
        <p>
          Ends the sessions of this person on all devices, but for the one in your hands. Unsent work stays on the
          devices and is sent after the next sign-in there. A lost phone is cleared on the page Phones.
        </p>
      </Form>
    </Section>
  )
}
