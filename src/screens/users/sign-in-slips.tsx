import { chakra } from '@chakra-ui/react/styled-system'
import type { Role } from '../../contract/user.ts'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import { roleWords } from '../../rules/permissions.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { printPage } from '../../ui/print-page.ts'
import { Note } from '../../ui/states.tsx'
import { useAskBeforeLeaving } from './ask-before-leaving.ts'

/** What a new user needs for the first sign-in. It is only on this page and never stored. */
export interface Slip {
  email: string
  name: string | null
  phone: string | null
  role: Role
  /** Null where passwords are off. */
  password: string | null
}

const Slips = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: 3,
    '& > li': {
      padding: 3,
      border: '1px dashed var(--line-strong)',
      borderRadius: 'sm',
      breakInside: 'avoid',
      overflowWrap: 'anywhere',
    },
    '& code': { fontSize: 'lg', letterSpacing: '0.02em' },
    '& p': { color: 'fg.muted', fontSize: 'sm', paddingTop: 2 },
  },
})

/** One slip for each new user, to cut apart and hand over; without a password where passwords are off. */
export function SignInSlips({ slips }: { slips: readonly Slip[] }) {
  const { town } = useEngine()
  const provider = useOnlyProvider()
  const hasPasswords = slips.some((it) => it.password !== null)
  useAskBeforeLeaving(hasPasswords)
  return (
    <>
      {hasPasswords && (
        <div className="not-printed">
          <Note tone="yellow" role="status">
            <p>
              <strong>The passwords are shown on this page only.</strong> Print the slips or write them down before you
              leave it. If one is lost, set a new password on the person’s page.
            </p>
          </Note>
        </div>
      )}
      <div className="not-printed">
        <Button kind="main" icon="file" onClick={printPage}>
          Print the slips
        </Button>
      </div>
      <Slips aria-label="Sign-in slips">
        {slips.map(({ email, name, role, password }) => (
          <li key={email}>
            <strong>{name ?? email}</strong>
            <Facts
              facts={{
                Town: town.townName,
                Address: location.origin,
                Email: email,
                ...(password === null ? { 'Sign in with': provider } : { Password: <code>{password}</code> }),
                Role: roleWords(role),
              }}
            />
            {password !== null && (
              <p>
                Choose a password of your own after the first sign-in: open the menu, tap your email, then Password.
              </p>
            )}
          </li>
        ))}
      </Slips>
    </>
  )
}
