import { chakra } from '@chakra-ui/react/styled-system'
import { Section } from '../../ui/section.tsx'

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    gap: 4,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 14rem))' },
    listStyle: 'none',
    '& svg': { width: '100%', maxWidth: '14rem', color: 'accent', background: 'bg.subtle', borderRadius: 'md' },
    '& strong': { display: 'block', fontWeight: 'semibold', paddingTop: 1 },
  },
})

interface ApplePlatform extends Navigator {
  /** Safari's own word for "opened from the home screen". */
  standalone?: boolean
}

/** Is this an iPhone or iPad that shows the app in a browser tab, whose data the system may clear after a week? */
export function isAppleTab(): boolean {
  const { userAgent, maxTouchPoints, standalone }: ApplePlatform = navigator
  // An iPad calls itself a Macintosh; no Macintosh has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && standalone !== true && !matchMedia('(display-mode: standalone)').matches
}

/** How to install on an iPhone, in pictures: Safari offers no button for it. */
export function InstallSteps() {
  return (
    <Section title="Install before fieldwork">
      <p>In a browser tab the system may clear what was prepared after some days. Installed, it stays.</p>
      <Steps>
        <li>
          <ShareBar />
          <strong>1. Tap Share</strong> the square with the arrow, below or above the page.
        </li>
        <li>
          <HomeScreenRow />
          <strong>2. Add to Home Screen</strong> further down in the list, then Add.
        </li>
        <li>
          <HomeScreen />
          <strong>3. Open CodeSoft there</strong> sign in once more, and prepare for the field again.
        </li>
      </Steps>
    </Section>
  )
}

const drawing = {
  viewBox: '0 0 140 90',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const ShareBar = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M20 8h100v74H20zM20 62h100" strokeOpacity="0.35" />
    <path d="M36 72l-5-4 5-4M104 72h-8M54 72l5-4-5-4" strokeOpacity="0.35" />
    <path d="M74 70h-3v9h14v-9h-3M78 76V64m-4 4 4-4 4 4" />
    <circle cx="78" cy="71.5" r="15" strokeDasharray="3 4" />
  </svg>
)

const HomeScreenRow = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M20 8h100v74H20z" strokeOpacity="0.35" />
    <path d="M32 24h50M32 68h44" strokeOpacity="0.35" />
    <path d="M26 36h88v20H26z" />
    <path d="M34 46h42M94 40h12v12H94zM100 43v6m-3-3h6" />
  </svg>
)

const HomeScreen = () => (
  <svg aria-hidden="true" {...drawing}>
    <path d="M45 6h50v78H45z" strokeOpacity="0.35" />
    <path d="M53 16h8v8h-8zM66 16h8v8h-8zM79 16h8v8h-8zM53 34h8v8h-8z" strokeOpacity="0.35" />
    <path d="M65 33h10v10H65z" />
    <path d="m67.5 38 2 2 3.5-4" />
    <circle cx="70" cy="38" r="13" strokeDasharray="3 4" />
  </svg>
)
