import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Grid = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, var(--min, 15rem)), 1fr))',
    columnGap: { base: 4, md: 6 },
    rowGap: 3,
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    // Balanced, or a day with its time leaves its last word alone on the second line.
    '& dd': { minHeight: '1.45em', overflowWrap: 'anywhere', textWrap: 'balance' },
    '& > [data-wide]': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
  variants: {
    // 9rem: two columns on a phone of 360 px.
    dense: {
      phone: { '--min': { base: '9rem', md: '15rem' } },
      all: { '--min': { base: '9rem', md: '10rem' } },
    },
  },
})

interface Props {
  facts: Record<string, ReactNode>
  /** Short facts in narrow columns, two side by side on a phone: there only, or on all screens. */
  dense?: 'phone' | 'all'
  /** Facts that take the whole width of a phone, such as e-mail addresses. Long texts take it anyway. */
  wide?: readonly string[]
}

/** A text of more characters would be a narrow column of its own on a phone. */
const longText = 40

/** The facts of a record: name above value, in as many columns as fit. Blank values show a dash. */
export function Facts({ facts, dense, wide }: Props) {
  return (
    <Grid dense={dense}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} data-wide={wide?.includes(name) || String(value).length > longText || undefined}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </Grid>
  )
}
