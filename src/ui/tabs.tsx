import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'

const Bar = chakra('div', {
  base: {
    display: 'flex',
    overflowX: 'auto',
    scrollbarWidth: 'thin',
    borderBottom: 'var(--hairline) solid var(--line)',
    marginInline: 'calc(-1 * var(--gutter))',
    paddingInline: { base: 'calc(var(--gutter) - 12px)', lg: 'calc(var(--gutter) - 9px)' },
    '& > button': {
      flex: 'none',
      minHeight: 'tap',
      paddingInline: { base: 3, lg: '9px' },
      color: 'fg.muted',
      borderBottom: '3px solid transparent',
      whiteSpace: 'nowrap',
    },
    '& > button:hover': { color: 'fg' },
    '& > button[aria-selected=true]': { color: 'fg', fontWeight: 'medium', borderBottomColor: 'accent' },
    '& > button:focus-visible': { outlineOffset: '-3px' },
    '& > button > span': {
      display: 'inline-block',
      minWidth: '1ch',
      marginInlineStart: '6px',
      fontVariantNumeric: 'tabular-nums',
      color: 'fg.muted',
      fontWeight: 'normal',
    },
  },
})

const Panel = chakra('div', {
  base: { paddingTop: 4, minWidth: 0, '&:focus-visible': { outlineOffset: '4px' } },
})

interface Tab {
  key: string
  title: string
  /** How many records it has. null while unknown: its place is kept, so that no tab moves under a finger. */
  count?: number | null
}

interface Props {
  name: string
  tabs: Tab[]
  chosen: string
  onChoose: (key: string) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/**
 * Tabs after the WAI-ARIA pattern: one Tab stop; arrows, Home and End move and choose; then the panel. If the tabs do
 * not fit, they are in a strip that scrolls by finger and keeps the chosen one in view.
 */
export function Tabs({ name, tabs, chosen, onChoose, children }: Props) {
  const id = useId()
  const bar = useRef<HTMLDivElement>(null)
  // A strip moved by a finger stays where it is when counts change; a newly chosen tab is scrolled into view again.
  const movedAt = useRef('')
  const widths = tabs.map((tab) => `${tab.title}${tab.count ?? ''}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: wider tabs push the chosen one out of sight
  useEffect(() => {
    if (movedAt.current !== chosen) showChosen(bar.current)
  }, [chosen, widths])
  const keep = () => {
    movedAt.current = chosen
  }
  const move = (event: KeyboardEvent) => {
    // From the focused tab: keys pressed quickly arrive before the last choice is rendered.
    const at = tabs.findIndex(({ key }) => document.activeElement?.id === `${id}-${key}`)
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = (step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onChoose(next.key)
    bar.current?.querySelectorAll('button')[index]?.focus({ preventScroll: true })
  }
  return (
    <div>
      <Bar ref={bar} role="tablist" aria-label={name} onKeyDown={move} onTouchMove={keep} onWheel={keep}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === chosen ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.title}
            {tab.count !== undefined && <span>{tab.count}</span>}
          </button>
        ))}
      </Bar>
      <Panel role="tabpanel" tabIndex={0} id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </Panel>
    </div>
  )
}

/** Scrolls only the strip, so that the chosen tab is in its middle. */
function showChosen(bar: HTMLElement | null): void {
  const tab = bar?.querySelector<HTMLElement>('[aria-selected=true]')
  if (!bar || !tab) return
  const edge = tab.getBoundingClientRect().left - bar.getBoundingClientRect().left + bar.scrollLeft
  bar.scrollTo({ left: edge - (bar.clientWidth - tab.offsetWidth) / 2 })
}
