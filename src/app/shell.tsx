import { chakra } from '@chakra-ui/react/styled-system'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type RefObject, Suspense, use, useEffect, useRef, useState } from 'react'
import { useSignalWatch } from '../sync/react/signal.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { useIsDesk } from '../ui/media.ts'
import { Loading } from '../ui/states.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { Banners } from './banners.tsx'
import { useDeviceSignals } from './device-signals.ts'
import { JustSignedIn } from './just-signed-in.ts'
import { Sidebar, SidebarDrawer } from './sidebar.tsx'
import { Tabs } from './tabs.tsx'
import { TopBar, useSearchBox } from './top-bar.tsx'
import { useReturnToPlace } from './use-return.ts'

const Frame = chakra('div', {
  base: {
    minHeight: '100dvh',
    '& > aside': {
      position: 'fixed',
      insetBlock: 0,
      insetInlineStart: 0,
      width: '208px',
      overflowY: 'auto',
      borderInlineEnd: 'var(--hairline) solid var(--line)',
      background: 'bg.side',
    },
    '& > .column': { '--bottom-bar': 'inherit', marginInlineStart: { lg: '208px' }, minWidth: 0 },
    '& main': {
      '--bottom-bar': 'inherit',
      padding: 'var(--gutter)',
      paddingTop: 4,
      paddingBottom: 'calc(32px + var(--bottom-bar) + env(safe-area-inset-bottom))',
      maxWidth: '84rem',
    },
    '& main:focus': { outline: 'none' },
  },
})

const Skip = chakra('a', {
  base: {
    position: 'fixed',
    zIndex: 60,
    top: 2,
    insetInlineStart: 2,
    padding: 3,
    background: 'bg',
    '&:not(:focus)': { transform: 'translateY(-200%)' },
  },
})

/** Surrounds every screen: sidebar, top bar, messages, questions (SH-01 to SH-10). */
export function Shell() {
  const isDesk = useIsDesk()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const search = useSearchBox(isDesk)
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)
  useReturnToPlace()
  return (
    <Frame>
      <Signals />
      <Skip href="#main" className="not-printed">
        Skip to content
      </Skip>
      {isDesk && (
        <aside className="not-printed">
          <Sidebar />
        </aside>
      )}
      {!isDesk && isMenuOpen && <SidebarDrawer onClose={() => setMenuOpen(false)} />}
      <div className="column">
        <TopBar onMenu={isDesk ? undefined : () => setMenuOpen(true)} search={search} />
        <Banners />
        <main id="main" ref={main} tabIndex={-1}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {!isDesk && <Tabs onSearch={search.ask} />}
      <ToastHost />
      <ConfirmHost />
    </Frame>
  )
}

/** Shows nothing. On its own, so that a change of the sync status does not render the whole frame. */
function Signals() {
  useDeviceSignals()
  useSignalWatch()
  return null
}

/** After a change of screen the focus goes to its content, so that a screen reader and Tab begin there. */
const useFocusOnArrival = (main: RefObject<HTMLElement | null>) => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const justSignedIn = use(JustSignedIn)
  useEffect(() => {
    if (shown.current === pathname && !justSignedIn.current) return
    justSignedIn.current = false
    shown.current = pathname
    const focused = document.activeElement
    const isInContent = focused !== main.current && main.current?.contains(focused) === true
    if (!isInContent || !focused?.matches('input, textarea, select')) main.current?.focus({ preventScroll: true })
  }, [pathname, main, justSignedIn])
}
