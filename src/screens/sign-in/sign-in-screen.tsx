import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect } from 'react'
import { endReminders } from '../../sync/device/reminder-notice.ts'
import { useKnownTown } from '../../sync/react/known-town.ts'
import type { Departed } from '../../sync/session/departure.ts'
import { Loading, Note } from '../../ui/states.tsx'
import { TownSeal } from '../../ui/town-seal.tsx'
import { SignInForm } from './sign-in-form.tsx'

const Frame = chakra('div', {
  base: {
    minHeight: '100dvh',
    display: 'grid',
    gridTemplateRows: { base: 'auto 1fr', lg: '1fr' },
    gridTemplateColumns: { lg: 'minmax(20rem, 2fr) 3fr' },
    '& > header': {
      background: 'accent',
      color: 'accent.on',
      paddingInline: { base: 'var(--gutter)', lg: 12 },
      paddingBlock: { base: 6, lg: 12 },
      paddingTop: { base: 'calc(24px + env(safe-area-inset-top))', lg: 12 },
      display: 'flex',
      flexDirection: { lg: 'column' },
      alignItems: { base: 'center', lg: 'flex-start' },
      justifyContent: { lg: 'flex-end' },
      gap: 4,
    },
    // The same height with and without a seal, so nothing moves when it loads.
    '& > header > p': { minHeight: '60px' },
    '& > header strong': {
      display: 'block',
      fontSize: '2xl',
      fontWeight: 'semibold',
      letterSpacing: '-0.02em',
      lineHeight: 1.2,
    },
    '& > main': {
      paddingInline: { base: 'var(--gutter)', lg: 16 },
      paddingBlock: { base: 6, lg: 12 },
      display: 'flex',
      flexDirection: 'column',
      justifyContent: { lg: 'center' },
      gap: 5,
    },
    '& > main > div': { maxWidth: '24rem' },
  },
})

/** The only screen for a signed-out visitor, at every URL (SH-12, SH-15). */
export function SignInScreen({ said, byOffice }: { said?: Departed | undefined; byOffice?: boolean | undefined }) {
  const words = said && departedWords[said]
  useEffect(() => {
    document.title = 'Sign in · CodeSoft'
    // Also those of a person whom the office signed out while no page was open.
    void endReminders()
  }, [])
  return (
    <Framed title="Sign in">
      {byOffice && <Note tone="yellow">The office has signed this device out and taken the records off it.</Note>}
      {words && <Note tone={said === 'sealed' ? 'accent' : 'yellow'}>{words}</Note>}
      <SignInForm />
    </Framed>
  )
}

/** Between two sessions: the person's records are being deleted from the device. It usually takes a moment. */
export function LeavingScreen({ sealed }: { sealed?: number | undefined }) {
  return (
    <Framed title="Signing out">
      {sealed === undefined ? (
        <Loading>Your records are being removed from this device...</Loading>
      ) : (
        <>
          <Loading>{`Sealing your unsent work: ${Math.round(sealed * 100)} %`}</Loading>
          <p>
            Leave the app open until this is done. If it is closed, your work stays, and it is sealed at the next start.
          </p>
        </>
      )}
    </Framed>
  )
}

/** What the person who just signed out must know about their unsent work. */
const departedWords: Partial<Record<Departed, string>> = {
  sealed: 'Unsent work is sealed on this device. It opens when its owner signs in here again.',
  noKey:
    'Unsent work waits on this device. It could not be sealed: whoever can read the storage of this device can read it.',
  noRoom:
    'Unsent work waits on this device. There was no room to seal it: whoever can read the storage of this device can read it.',
  failed: 'Unsent work waits on this device. It is not sealed yet; that is tried again when the app is started.',
}

function Framed({ title, children }: { title: string; children: ReactNode }) {
  const town = useKnownTown()
  const hasName = town !== undefined && town.townName !== 'CodeSoft'
  return (
    <Frame>
      <header className="plate">
        <TownSeal src={town?.townSeal} size="lg" />
        <p>
          <strong>{hasName ? town.townName : 'CodeSoft'}</strong>
          {hasName && 'CodeSoft: '}
          {hasName ? 'inspections' : 'Inspections'}, violations, permits. With or without signal.
        </p>
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </Frame>
  )
}
