import { chakra } from '@chakra-ui/react/styled-system'
import { useCanGoBack, useLocation, useMatches, useNavigate, useRouter } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../ui/button.tsx'
import { useScrolledTitle } from '../ui/screen-title.ts'
import { AddressSearchBox } from './address-search.tsx'
import { SyncLight } from './sync-light.tsx'

/** One line that stays on the desk. On the phone two lines: the search scrolls away, and the facts stay visible. */
const Bars = chakra('div', {
  base: {
    display: 'contents',
    // The shadow covers the part of a pixel that Firefox leaves above a bar that sticks.
    '& > header, & > search': {
      background: 'bg',
      paddingInline: 'calc(var(--gutter) - 12px)',
      boxShadow: '0 -1px var(--bg)',
    },
    '& > header': {
      position: 'sticky',
      top: 0,
      zIndex: 20,
      display: 'flex',
      alignItems: 'center',
      minHeight: 'var(--bar)',
      paddingTop: 'env(safe-area-inset-top)',
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > search': { display: 'block', paddingInline: 'var(--gutter)', paddingTop: 2 },
    '@media (min-width: 64rem)': {
      position: 'sticky',
      top: 0,
      zIndex: 20,
      display: 'flex',
      borderBottom: 'var(--hairline) solid var(--line)',
      background: 'bg',
      '& > header': { position: 'static', border: 0, flex: 1 },
      '& > search': { flex: '0 1 440px', display: 'flex', alignItems: 'center', paddingTop: 0 },
      '& > search > div': { width: '100%' },
    },
  },
})

/** The title stays readable while the page is scrolled; screen readers use the heading itself. */
const Title = chakra('button', {
  base: {
    flex: 1,
    minWidth: 0,
    minHeight: 'tap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    textAlign: 'start',
    fontWeight: 'semibold',
  },
})

interface Props {
  /** Opens the menu; only on the phone. */
  onMenu?: () => void
  search: SearchBox
}

/** The search box, for code that focuses it. */
interface SearchBox {
  input: RefObject<HTMLInputElement | null>
  isShown: boolean
  /** Hides it behind its button again; undefined if it is always shown. */
  fold: (() => void) | undefined
  /** Shows and focuses it synchronously, because a phone opens its keyboard only within the tap. */
  ask: () => void
}

/** On pages of an inspection in progress the search box is behind a button, so that the work begins higher up. */
const duringInspection = /^\/inspections\/-?\d+\//

export function useSearchBox(isDesk: boolean): SearchBox {
  const input = useRef<HTMLInputElement>(null)
  const pathname = useShownPath()
  const [unfoldedOn, setUnfoldedOn] = useState('')
  const isFolded = !isDesk && duringInspection.test(pathname)
  return {
    input,
    isShown: !isFolded || unfoldedOn === pathname,
    fold: isFolded ? () => setUnfoldedOn('') : undefined,
    ask() {
      flushSync(() => setUnfoldedOn(pathname))
      window.scrollTo(0, 0)
      input.current?.focus()
    },
  }
}

/**
 * The path of the screen that is shown. The location is ahead of it while the code of the next screen is loaded, and the
 * screen before would move.
 */
function useShownPath(): string {
  const { pathname } = useLocation()
  return useMatches({ select: (all) => all.at(-1)?.pathname }) ?? pathname
}

/** Menu, Back, the title of a scrolled page, the two facts, and the search box (SH-09, SH-10). */
export function TopBar({ onMenu, search: { input, isShown, fold, ask } }: Props) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const isPhone = onMenu !== undefined
  const goBack = () => {
    if (canGoBack) router.history.back()
    else void navigate({ to: '/' })
  }
  return (
    <Bars className="not-printed">
      <header>
        {onMenu && <IconButton icon="menu" label="Open menu" onClick={onMenu} />}
        {isPhone ? (
          <IconButton icon="back" label="Back" onClick={goBack} />
        ) : (
          <Button kind="quiet" icon="back" onClick={goBack}>
            Back
          </Button>
        )}
        {isPhone && <ScrolledTitle />}
        {fold && <IconButton icon="search" label="Search" aria-expanded={isShown} onClick={isShown ? fold : ask} />}
        <SyncLight />
      </header>
      {isShown && (
        <search>
          <AddressSearchBox input={input} />
        </search>
      )}
    </Bars>
  )
}

/** The text of the heading, once it is out of sight. A tap scrolls back to the full heading. */
function ScrolledTitle() {
  const title = useScrolledTitle()
  // A long page takes a moment to scroll; with reduced motion it jumps.
  const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })
  return (
    <Title type="button" aria-hidden="true" tabIndex={-1} onClick={toTop}>
      {title}
    </Title>
  )
}
