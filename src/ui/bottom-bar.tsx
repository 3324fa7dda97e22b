import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: 2,
    background: 'bg',
    '& > .grow': { flex: 1, minWidth: 0 },
    '@media (max-width: 64rem)': {
      position: 'fixed',
      zIndex: 20,
      insetInline: 0,
      bottom: 0,
      paddingInline: 'var(--gutter)',
      paddingTop: 2,
      paddingBottom: 'calc(8px + env(safe-area-inset-bottom))',
      borderTop: 'var(--hairline) solid var(--line)',
    },
    // With large text the main action takes a line of its own above the others.
    '@media (max-width: 18rem)': { flexWrap: 'wrap', '& > .grow': { flexBasis: '100%', order: -1 } },
  },
})

/**
 * The next action of a page: fixed in reach of the thumb on the phone, within the page on the desk. The page reserves
 * room, so that it never covers a focused field.
 */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement
    const measure = () => {
      const isFixed = getComputedStyle(element).position === 'fixed'
      root.style.setProperty('--bottom-bar', isFixed ? `${element.offsetHeight}px` : '0px')
    }
    // The tabs of the shell make room for it.
    root.dataset.actions = 'own'
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      delete root.dataset.actions
      root.style.removeProperty('--bottom-bar')
    }
  }, [])
  return (
    <Bar ref={bar} role="group" aria-label={label} className="not-printed">
      {children}
    </Bar>
  )
}
