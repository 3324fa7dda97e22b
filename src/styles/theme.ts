import { createSystem } from '@chakra-ui/react/styled-system'

const steps = [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16]

/** The grid of 4 px, with the names of Chakra's own props: 4 is 16 px. */
const grid = Object.fromEntries(steps.map((step) => [step, { value: `${step * 4}px` }]))

const named = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

const tone = (name: string) => ({ DEFAULT: { value: `var(--${name})` }, quiet: { value: `var(--${name}-quiet)` } })

/** Which properties read which tokens, each with its short name: the part of Chakra's table that we use. */
const properties = {
  spacing:
    'padding/p paddingTop/pt paddingRight/pr paddingBottom/pb paddingLeft/pl paddingInline/px paddingBlock/py ' +
    'paddingInlineStart/ps paddingInlineEnd/pe margin/m marginTop/mt marginRight/mr marginBottom/mb marginLeft/ml ' +
    'marginInline/mx marginBlock/my marginInlineStart/ms marginInlineEnd/me gap rowGap/gapY columnGap/gapX ' +
    'top right bottom left inset insetInline insetBlock insetInlineStart insetInlineEnd',
  sizes: 'width/w height/h minWidth/minW maxWidth/maxW minHeight/minH maxHeight/maxH flexBasis',
  colors:
    'color background/bg backgroundColor/bgColor borderColor borderTopColor borderRightColor borderBottomColor ' +
    'borderLeftColor borderInlineStartColor borderInlineEndColor outlineColor fill stroke',
  fontSizes: 'fontSize',
  fontWeights: 'fontWeight',
  radii: 'borderRadius/rounded',
} as const

const readsFrom = (values: keyof typeof properties) =>
  properties[values].split(' ').map((it) => {
    const [name = it, shorthand] = it.split('/')
    return [name, { values, shorthand }] as const
  })

const utilities = Object.fromEntries(
  (['spacing', 'sizes', 'colors', 'fontSizes', 'fontWeights', 'radii'] as const).flatMap(readsFrom),
)

/**
 * Chakra's system without its presets: a short table of properties, and tokens that only refer to the variables of
 * ui/base.css. It runs at build time, never on a phone. The three looks (light, dark, sun) are classes of base.css, so
 * changing the look needs no rule here.
 */
export const theme = createSystem({
  preflight: false,
  disableLayers: true,
  cssVarsPrefix: 'c',
  conditions: {
    hover: '&:hover',
    focusVisible: '&:focus-visible',
    disabled: '&:disabled',
    first: '&:first-of-type',
    last: '&:last-of-type',
    starting: '@starting-style',
    print: '@media print',
  },
  utilities,
  theme: {
    breakpoints: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
    tokens: {
      spacing: grid,
      sizes: { ...grid, ...named({ full: '100%', tap: 'var(--tap)' }) },
      radii: named({ sm: '4px', md: '6px', full: '999px' }),
      fontSizes: named({
        sm: 'var(--text-sm)',
        md: 'var(--text-md)',
        lg: 'var(--text-lg)',
        xl: 'var(--text-xl)',
        '2xl': 'var(--text-2xl)',
      }),
      fontWeights: named({ normal: 400, medium: 550, semibold: 650, bold: 650 }),
      colors: {
        bg: {
          DEFAULT: { value: 'var(--bg)' },
          ...named({ side: 'var(--bg-side)', subtle: 'var(--bg-quiet)', muted: 'var(--bg-press)' }),
        },
        fg: { DEFAULT: { value: 'var(--fg)' }, ...named({ muted: 'var(--fg-muted)', error: 'var(--red)' }) },
        border: { DEFAULT: { value: 'var(--line)' }, emphasized: { value: 'var(--line-strong)' } },
        accent: {
          ...tone('accent'),
          ...named({ press: 'var(--accent-press)', on: 'var(--on-accent)' }),
        },
        red: tone('red'),
        yellow: tone('yellow'),
        green: tone('green'),
        gray: tone('gray'),
      },
    },
  },
})
