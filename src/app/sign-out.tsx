import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { fetched } from '../ui/fetched.tsx'

const SignOutDialog = fetched(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)

/**
 * Logout (SH-08). Unsent work is never lost: it is sent, copied, or kept for this person's next sign-in (G-05).
 * Everything else is deleted from the device, unless it is this person's own device (G-20).
 */
export function SignOut() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button icon="out" onClick={() => setAsking(true)}>
        Logout
      </Button>
      {isAsking && <SignOutDialog onClose={() => setAsking(false)} />}
    </>
  )
}
