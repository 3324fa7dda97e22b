import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { roleText } from '../rules/permissions.ts'
import { useUser } from '../sync/react/live.ts'
import { IconButton } from '../ui/button.tsx'
import { entriesFor, isUnder } from './entries.ts'
import { InstallButton } from './install-button.tsx'
import { LookSwitch } from './look-switch.tsx'
import { SignOut } from './sign-out.tsx'

const Column = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100%',
    background: 'bg.side',
    paddingTop: 'env(safe-area-inset-top)',
    paddingBottom: 'env(safe-area-inset-bottom)',
    '& > header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      minHeight: '56px',
      paddingInlineStart: 4,
      fontWeight: 'semibold',
      fontSize: 'lg',
      letterSpacing: '-0.01em',
    },
    '& nav': { flex: 1 },
    '& nav a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: { base: '48px', lg: '32px' },
      paddingInline: 4,
      color: 'fg',
      textDecoration: 'none',
      borderInlineStart: '3px solid transparent',
    },
    '& nav a:hover': { background: 'bg.muted' },
    '& nav a:focus-visible': { outlineOffset: '-3px' },
    '& nav a[aria-current=page]': {
      borderInlineStartColor: 'accent',
      background: 'bg.muted',
      fontWeight: 'semibold',
      color: 'accent',
    },
    '& > footer': {
      display: 'flex',
      flexDirection: 'column',
      gap: 3,
      padding: 4,
      borderTop: 'var(--hairline) solid var(--line)',
      marginTop: 3,
    },
    '& > footer p': { overflowWrap: 'anywhere', fontSize: 'sm' },
    '& > footer p:last-of-type': { color: 'fg.muted' },
  },
})

const Drawer = chakra('dialog', {
  base: {
    width: 'min(300px, calc(100vw - 56px))',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    border: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    background: 'bg.side',
    transition: 'transform 160ms ease-out',
    '&::backdrop': { background: 'var(--shade)' },
    _starting: { transform: 'translateX(-100%)' },
  },
})

/** The navigation, the person signed in, Logout (SH-01 to SH-08). `onClose` is there where it slides over the page. */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const user = useUser()
  const { pathname } = useLocation()
  return (
    <Column>
      <header>
        CodeSoft
        {onClose && <IconButton icon="close" label="Close menu" onClick={onClose} />}
      </header>
      <nav aria-label="Main">
        <ul>
          {entriesFor(user.role).map((entry) => (
            <li key={entry.to}>
              <Link
                to={entry.to}
                activeProps={{}}
                aria-current={isUnder(entry, pathname) ? 'page' : undefined}
                onClick={onClose}
              >
                {entry.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <footer>
        <div>
          <p>{user.email}</p>
          <p>{roleText(user.role)}</p>
        </div>
        <InstallButton />
        <LookSwitch />
        <Link to="/device" onClick={onClose}>
          This device
        </Link>
        <SignOut />
      </footer>
    </Column>
  )
}

/** The sidebar over the page of a small screen; Escape, the close button and a tap beside it close it (SH-05). */
export function SidebarDrawer({ onClose }: { onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => drawer.current?.showModal(), [])
  return (
    <Drawer
      ref={drawer}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        // A click on the dialog itself is one on its backdrop: the column fills the rest.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <Sidebar onClose={onClose} />
    </Drawer>
  )
}
