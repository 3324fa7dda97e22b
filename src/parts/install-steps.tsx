import { chakra } from '@chakra-ui/react/styled-system'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Note } from '../ui/states.tsx'
import { appleName } from './apple.ts'
import { HomeIcon, MenuLine, ShareBar } from './install-pictures.tsx'

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: 4,
    paddingTop: 3,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 12rem), 1fr))',
    maxWidth: '48rem',
    '& svg': {
      width: '100%',
      maxWidth: '16rem',
      color: 'accent',
      background: 'bg.subtle',
      border: 'var(--hairline) solid var(--line)',
      borderRadius: 'md',
    },
    '& strong': { display: 'block', fontWeight: 'semibold', paddingTop: 2 },
  },
})

/** What an iPhone may do with a browser tab's data, shown before the steps that prevent it. */
export const weekText = (): string =>
  `In a browser tab, this ${appleName()} may delete all that CodeSoft keeps here after 7 days without use, unsent work too.`

/** Why and how to install on an iPhone or iPad, in pictures, because Safari has no button for it. */
export function InstallSteps() {
  const { waiting, photosWaiting, needsYou } = useSyncStatus()
  const hasUnsent = waiting + photosWaiting + needsYou > 0
  return (
    <>
      <p>{weekText()} Installed on the home screen, it is kept, and opens without signal like any app.</p>
      {hasUnsent && (
        <Note tone="yellow">
          Send what waits here first. The installed app starts empty: it does not see what is in this tab.
        </Note>
      )}
      <Steps>
        <li>
          <ShareBar />
          <strong>1. Tap Share</strong> The square with the arrow, at the edge of the page. On newer systems it is
          behind the three dots.
        </li>
        <li>
          <MenuLine />
          <strong>2. Tap Add to Home Screen</strong> Further down in the list, perhaps under More. Leave “Open as Web
          App” on, then tap Add.
        </li>
        <li>
          <HomeIcon />
          <strong>3. Open CodeSoft there</strong> Sign in once more, and prepare for the field again.
        </li>
      </Steps>
    </>
  )
}
