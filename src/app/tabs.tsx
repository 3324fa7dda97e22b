import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { goesOut, may } from '../rules/permissions.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { fetched } from '../ui/fetched.tsx'
import { Icon } from '../ui/icon.tsx'

// Loaded by a tap, so the first screen does not wait for it.
const NewSheet = fetched(async () => (await import('./new-sheet.tsx')).NewSheet)

/** Four targets within reach of the thumb. A page with its own bar replaces them (ui/bottom-bar.tsx). */
const Bar = chakra('nav', {
  base: {
    position: 'fixed',
    zIndex: 20,
    insetInline: 0,
    bottom: 0,
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: '1fr',
    minHeight: '56px',
    paddingBottom: 'env(safe-area-inset-bottom)',
    background: 'bg',
    borderTop: 'var(--hairline) solid var(--line)',
    ':root[data-actions=own] &': { display: 'none' },
    '& > a, & > button': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '1px',
      minWidth: 0,
      padding: 0,
      color: 'fg.muted',
      textDecoration: 'none',
      // The four words fit side by side at any text size; their pages show them larger.
      fontSize: 'min(0.8125rem, 4.6vw)',
      lineHeight: 1.2,
      userSelect: 'none',
    },
    '& > a:focus-visible, & > button:focus-visible': { outlineOffset: '-3px' },
    '& > [aria-current=page]': { color: 'accent', fontWeight: 'semibold' },
    '& > [data-tab=new] > svg': { borderRadius: 'full', background: 'accent', color: 'accent.on', padding: '3px' },
    '& > [data-tab=new]': { color: 'accent' },
  },
})

const Sign = chakra('span', {
  base: {
    position: 'relative',
    '& > b': {
      position: 'absolute',
      insetInlineStart: '14px',
      top: '-6px',
      minWidth: '18px',
      paddingInline: '5px',
      borderRadius: 'full',
      background: 'fg',
      color: 'bg',
      fontSize: '0.75rem',
      fontWeight: 'semibold',
      lineHeight: '18px',
      textAlign: 'center',
      fontVariantNumeric: 'tabular-nums',
    },
    '& > b[data-tone=bad]': { background: 'red', color: 'bg' },
  },
})

/** On the phone: the day, the search box, something new, and unsent work. */
export function Tabs({ onSearch }: { onSearch: () => void }) {
  const { role } = useUser()
  const [isNewOpen, setNewOpen] = useState(false)
  return (
    <>
      <Bar aria-label="Quick actions" className="not-printed">
        <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
          <Icon name={goesOut(role) ? 'today' : 'home'} size={22} />
          {goesOut(role) ? 'Today' : 'Home'}
        </Link>
        <button type="button" onClick={onSearch}>
          <Icon name="search" size={22} />
          Search
        </button>
        {may(role, 'createRecords') && (
          <button type="button" data-tab="new" aria-haspopup="dialog" onClick={() => setNewOpen(true)}>
            <Icon name="plus" size={22} />
            New
          </button>
        )}
        <Link to="/unsent">
          <UnsentSign />
          Unsent
        </Link>
      </Bar>
      {isNewOpen && <NewSheet onClose={() => setNewOpen(false)} />}
    </>
  )
}

/** The same number as in the top bar and on Unsent work. */
function UnsentSign() {
  const { waiting, photosWaiting, needsYou } = useSyncStatus()
  const unsent = waiting + photosWaiting + needsYou
  return (
    <Sign>
      <Icon name="outbox" size={22} />
      {unsent > 0 && (
        <b data-frame="unsaid" data-tone={needsYou > 0 ? 'bad' : 'busy'}>
          {unsent > 99 ? '99+' : unsent}
          <span className="unseen"> not sent:</span>
        </b>
      )}
    </Sign>
  )
}
