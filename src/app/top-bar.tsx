import { chakra } from '@chakra-ui/react/styled-system'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { Button, IconButton } from '../ui/button.tsx'
import { AddressSearchBox } from './address-search.tsx'
import { SyncLight } from './sync-light.tsx'

/** On the desk one line that stays; on the phone two, of which the search scrolls away and the facts stay in sight. */
const Bars = chakra('div', {
  base: {
    display: 'contents',
    '& > header, & > search': { background: 'bg', paddingInline: 'calc(var(--gutter) - 12px)' },
    '& > header': {
      position: 'sticky',
      top: 0,
      zIndex: 20,
      display: 'flex',
      alignItems: 'center',
      flexWrap: 'wrap',
      columnGap: 1,
      minHeight: 'var(--bar)',
      paddingTop: 'env(safe-area-inset-top)',
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > header > :last-child': { marginInlineStart: { base: 'auto', sm: 0 } },
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

/** Menu, Back, the two facts, and the search box (SH-09, SH-10). */
export function TopBar({ onMenu }: { onMenu?: () => void }) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const goBack = () => {
    if (canGoBack) router.history.back()
    else void navigate({ to: '/' })
  }
  return (
    <Bars className="not-printed">
      <header>
        {onMenu && <IconButton icon="menu" label="Open menu" onClick={onMenu} />}
        <Button kind="quiet" icon="back" onClick={goBack}>
          Back
        </Button>
        <SyncLight />
      </header>
      <search>
        <AddressSearchBox />
      </search>
    </Bars>
  )
}
