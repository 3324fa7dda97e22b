import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect } from 'react'
import { Loading } from '../../ui/states.tsx'
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
      flexDirection: 'column',
      justifyContent: { lg: 'flex-end' },
      gap: 1,
    },
    '& > header > strong': { fontSize: '2xl', fontWeight: 'semibold', letterSpacing: '-0.02em', lineHeight: 1.2 },
    '& > main': {
      paddingInline: { base: 'var(--gutter)', lg: 16 },
      paddingBlock: { base: 6, lg: 12 },
      display: 'flex',
      flexDirection: 'column',
      justifyContent: { lg: 'center' },
      gap: 5,
    },
    '& > main > form': { maxWidth: '24rem', width: '100%' },
  },
})

/** All that a signed-out visitor sees, at every address (SH-12, SH-15). */
export function SignInScreen() {
  useEffect(() => {
    document.title = 'Sign in · CodeSoft'
  }, [])
  return (
    <Framed title="Sign in">
      <SignInForm />
    </Framed>
  )
}

/** Between a session and the next: the person's records are being taken off the device. A moment, as a rule. */
export function LeavingScreen() {
  return (
    <Framed title="Signing out">
      <Loading>Your records are being removed from this device...</Loading>
    </Framed>
  )
}

function Framed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Frame>
      <header>
        <strong>CodeSoft</strong>
        <span>Inspections, violations, permits. With or without signal.</span>
      </header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </Frame>
  )
}
