import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem } from '@chakra-ui/react/styled-system'

const steps = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16]

/** The grid of 4 px, under the names that Chakra's own props use: 4 is 16 px. */
const grid = Object.fromEntries(steps.map((step) => [step, { value: `${step * 4}px` }]))

const tone = (name: string) => ({ DEFAULT: { value: `var(--${name})` }, quiet: { value: `var(--${name}-quiet)` } })

/**
 * Names for the variables of ui/base.css, and nothing else: every token costs start-up time, and the three looks
 * (light, dark, sun) are classes there, so a switch of look needs no work here.
 */
export const theme = createSystem(defaultBaseConfig, {
  preflight: false,
  cssVarsPrefix: 'c',
  theme: {
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
    tokens: {
      spacing: grid,
      sizes: { ...grid, full: { value: '100%' }, tap: { value: 'var(--tap)' } },
      radii: { sm: { value: '4px' }, md: { value: '6px' }, full: { value: '999px' } },
      fonts: { body: { value: 'var(--font)' }, heading: { value: 'var(--font)' } },
      fontSizes: {
        sm: { value: 'var(--text-sm)' },
        md: { value: 'var(--text-md)' },
        lg: { value: 'var(--text-lg)' },
        xl: { value: 'var(--text-xl)' },
        '2xl': { value: 'var(--text-2xl)' },
      },
      fontWeights: { normal: { value: 400 }, medium: { value: 550 }, semibold: { value: 650 }, bold: { value: 650 } },
      colors: {
        bg: {
          DEFAULT: { value: 'var(--bg)' },
          side: { value: 'var(--bg-side)' },
          subtle: { value: 'var(--bg-quiet)' },
          muted: { value: 'var(--bg-press)' },
        },
        fg: { DEFAULT: { value: 'var(--fg)' }, muted: { value: 'var(--fg-muted)' }, error: { value: 'var(--red)' } },
        border: { DEFAULT: { value: 'var(--line)' }, emphasized: { value: 'var(--line-strong)' } },
        accent: {
          DEFAULT: { value: 'var(--accent)' },
          press: { value: 'var(--accent-press)' },
          quiet: { value: 'var(--accent-quiet)' },
          on: { value: 'var(--on-accent)' },
        },
        red: tone('red'),
        yellow: tone('yellow'),
        green: tone('green'),
        gray: tone('gray'),
      },
    },
  },
})
