import { chakra } from '@chakra-ui/react/styled-system'

/** Label, control, problem and hint of one field. */
export const FieldFrame = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    minWidth: 0,
    '& > label, & > .label': { fontWeight: 'medium' },
    '& > .label-quiet': { fontSize: 'sm', color: 'fg.muted', fontWeight: 'normal' },
    '& > .hint': { color: 'fg.muted', fontSize: 'sm' },
    '& > .problem': { color: 'red', fontWeight: 'medium', display: 'flex', gap: 1, alignItems: 'baseline' },
    '& > .problem > svg': { flex: 'none', alignSelf: 'center' },
  },
})

const control = {
  base: {
    width: '100%',
    minWidth: 0,
    minHeight: 'tap',
    paddingInline: 3,
    background: 'bg',
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    lineHeight: 1.3,
    textOverflow: 'ellipsis',
    '&:focus-visible': { outlineOffset: '-1px', borderRadius: '6px' },
    '&[aria-invalid=true]': { borderColor: 'red', boxShadow: 'inset 0 0 0 1px var(--red)' },
    '&:disabled, &:read-only:not(select)': { background: 'bg.muted' },
  },
} as const

export const Input = chakra('input', control)

export const TextArea = chakra('textarea', {
  base: {
    ...control.base,
    paddingBlock: 2,
    minHeight: '88px',
    resize: 'vertical',
    fieldSizing: 'content',
    maxHeight: '50vh',
  },
})

export const Select = chakra('select', {
  base: {
    ...control.base,
    appearance: 'none',
    paddingInlineEnd: 8,
    // WebKit lets a long choice widen the page otherwise.
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    backgroundImage:
      'linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%)',
    backgroundPosition: 'right 17px center, right 12px center',
    backgroundSize: '5px 5px, 5px 5px',
    backgroundRepeat: 'no-repeat',
  },
})

/** A check box with its text: the whole line is the target. */
export const Tick = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 3,
    minHeight: 'tap',
    cursor: 'pointer',
    '&:has(:disabled)': { cursor: 'not-allowed', color: 'fg.muted' },
  },
})
