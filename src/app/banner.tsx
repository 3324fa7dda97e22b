import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 3,
    rowGap: 1,
    paddingInline: 'var(--gutter)',
    paddingBlock: 2,
    minHeight: 12,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > svg': { flex: 'none' },
    '& > p': { flex: '1 1 16rem', color: 'fg' },
  },
  variants: {
    tone: {
      accent: { background: 'accent.quiet', color: 'accent' },
      red: { background: 'red.quiet', color: 'red' },
    },
  },
})

/** A message about the app or the session above the page, and what can be done. */
export function Banner({
  text,
  tone = 'accent',
  children,
}: {
  text: string
  tone?: 'accent' | 'red'
  children?: ReactNode
}) {
  return (
    <Bar role="status" tone={tone} className="not-printed">
      <Icon name={tone === 'red' ? 'warning' : 'info'} />
      <p>{text}</p>
      {children}
    </Bar>
  )
}
