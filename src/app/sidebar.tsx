import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { roleWords } from '../rules/permissions.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useUser } from '../sync/react/live.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useModal } from '../ui/modal.ts'
import { TownSeal } from '../ui/town-seal.tsx'
import { groupsFor, isFoldedFirst, isUnder } from './entries.ts'
import { goTo, goToKeys } from './go-to-keys.ts'
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
      gap: 2,
      minHeight: '56px',
      paddingInlineStart: 4,
      fontWeight: 'semibold',
      fontSize: 'lg',
      letterSpacing: '-0.01em',
    },
    '& > header > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', paddingBlock: 2, lineHeight: 1.2 },
    '& > header small': { display: 'block', color: 'fg.muted', fontSize: 'sm', fontWeight: 'normal' },
    '& nav': { flex: 1 },
    '& nav h2': {
      paddingInline: '19px',
      paddingTop: { base: 3, lg: 1 },
      paddingBottom: { base: 1, lg: 0 },
      color: 'fg.muted',
      fontSize: 'sm',
      fontWeight: 'medium',
    },
    '& nav h2 > button': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      width: 'full',
      minHeight: { base: '48px', lg: '24px' },
      fontWeight: 'medium',
    },
    '& nav a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: { base: '48px', lg: '27px' },
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
      gap: { base: 3, lg: 2 },
      padding: { base: 4, lg: 3 },
      paddingTop: { base: 4, lg: 2 },
      borderTop: 'var(--hairline) solid var(--line)',
      marginTop: { base: 3, lg: 1 },
    },
    '& > footer p': { overflowWrap: 'anywhere', fontSize: 'sm' },
    '& > footer > div > p:last-of-type': { color: 'fg.muted' },
  },
})

/** A button that looks like a field and opens the search for anything. */
const Anything = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    minHeight: { base: 'tap', lg: '36px' },
    marginInline: 3,
    marginBottom: 2,
    paddingInline: 3,
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    background: 'bg',
    color: 'fg.muted',
    textAlign: 'start',
    '& > kbd': { marginInlineStart: 'auto', fontSize: 'sm', display: { base: 'none', lg: 'inline' } },
    '&:hover': { background: 'bg.muted' },
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

/** The navigation, the person signed in, Logout (SH-01 to SH-08). `onClose` is set if it slides over the page. */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const user = useUser()
  const { townName, townSeal } = useEngine().town
  const { pathname } = useLocation()
  const groups = groupsFor(user.role)
  return (
    <Column>
      <header>
        <TownSeal src={townSeal} size="sm" />
        <span>
          {townName}
          {townName !== 'CodeSoft' && <small>CodeSoft</small>}
        </span>
        {onClose && <IconButton icon="close" label="Close menu" onClick={onClose} />}
      </header>
      <Anything
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          onClose?.()
          goTo()
        }}
      >
        <Icon name="search" size={16} />
        Go to
        <kbd>{goToKeys()}</kbd>
      </Anything>
      <nav aria-label="Main">
        {groups.map((group) => (
          <Group key={group.title} {...group} pathname={pathname} mayFold={isFoldedFirst(group)} onOpened={onClose} />
        ))}
      </nav>
      <footer>
        <div>
          <p>
            <Link to="/users/$userId" params={{ userId: String(user.id) }} onClick={onClose}>
              {user.email}
            </Link>
          </p>
          <p>{roleWords(user.role)}</p>
        </div>
        <InstallButton />
        <LookSwitch />
        <p>
          <Link to="/help" onClick={onClose}>
            Help
          </Link>
          {' · '}
          <Link to="/device" onClick={onClose}>
            This device
          </Link>
        </p>
        <SignOut />
      </footer>
    </Column>
  )
}

type GroupProps = ReturnType<typeof groupsFor>[number] & {
  pathname: string
  mayFold: boolean
  onOpened: (() => void) | undefined
}

/** A titled group of entries. Folded it still shows the entry of the open page. */
function Group({ title, entries, pathname, mayFold, onOpened }: GroupProps) {
  const [isOpen, setOpen] = useState(!mayFold)
  return (
    <section aria-label={title}>
      {title !== 'Work' && (
        <h2>
          {mayFold ? (
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {title}
              <Icon name={isOpen ? 'up' : 'down'} size={16} />
            </button>
          ) : (
            title
          )}
        </h2>
      )}
      <ul>
        {entries.map((entry) => {
          const isHere = isUnder(entry, pathname)
          if (!isOpen && !isHere) return null
          return (
            <li key={entry.to}>
              <Link to={entry.to} activeProps={{}} aria-current={isHere ? 'page' : undefined} onClick={onOpened}>
                {entry.title}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The sidebar over the page of a small screen. Escape, the close button and a tap beside it close it (SH-05). */
export function SidebarDrawer({ onClose }: { onClose: () => void }) {
  const drawer = useRef<HTMLDialogElement>(null)
  useModal(drawer)
  return (
    <Drawer
      ref={drawer}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        // A click on the dialog itself is on its backdrop, because the column fills the rest.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <Sidebar onClose={onClose} />
    </Drawer>
  )
}
