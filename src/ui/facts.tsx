import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Grid = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
    columnGap: 6,
    rowGap: 3,
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { minHeight: '1.45em', overflowWrap: 'anywhere' },
  },
  variants: {
    /** Short facts: two side by side on the phone. */
    dense: { true: { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 10rem), 1fr))' }, false: {} },
  },
})

/** The facts of a record: name above value, in as many columns as fit. Blank values show a dash. */
export function Facts({ facts, isDense = false }: { facts: Record<string, ReactNode>; isDense?: boolean }) {
  return (
    <Grid dense={isDense}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </Grid>
  )
}
