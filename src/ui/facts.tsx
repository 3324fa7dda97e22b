import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Grid = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
    columnGap: { base: 4, md: 6 },
    rowGap: 3,
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { minHeight: '1.45em', overflowWrap: 'anywhere' },
  },
  variants: {
    /** Short facts: two side by side on a phone of 360 px. */
    dense: {
      true: {
        gridTemplateColumns: {
          base: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
          md: 'repeat(auto-fill, minmax(10rem, 1fr))',
        },
        '& > [data-wide]': { gridColumn: { base: '1 / -1', md: 'auto' } },
      },
      false: {},
    },
  },
})

interface Props {
  facts: Record<string, ReactNode>
  isDense?: boolean
  /** Dense facts that take the whole width of a phone, such as e-mail addresses. Long texts take it anyway. */
  wide?: readonly string[]
}

/** A text of more characters would be a narrow column of its own on a phone. */
const longText = 40

/** The facts of a record: name above value, in as many columns as fit. Blank values show a dash. */
export function Facts({ facts, isDense = false, wide = [] }: Props) {
  const isWide = (name: string, value: ReactNode) =>
    wide.includes(name) || (typeof value === 'string' && value.length > longText)
  return (
    <Grid dense={isDense}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} data-wide={isWide(name, value) || undefined}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
        </div>
      ))}
    </Grid>
  )
}
