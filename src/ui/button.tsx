import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

const look = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    minHeight: 'tap',
    paddingInline: 4,
    borderRadius: 'md',
    border: 'var(--hairline) solid transparent',
    fontWeight: 'medium',
    lineHeight: 1.2,
    textAlign: 'center',
    textDecoration: 'none',
    userSelect: 'none',
    '& > svg': { flex: 'none' },
    '&:disabled, &[aria-disabled=true]': { opacity: 0.55 },
  },
  variants: {
    kind: {
      /** The main action of a page or form. */
      main: {
        background: 'accent',
        color: 'accent.on',
        '&:hover:not(:disabled)': { background: 'accent.press' },
      },
      plain: {
        background: 'bg',
        borderColor: 'border.emphasized',
        '&:hover:not(:disabled)': { background: 'bg.subtle' },
        '&:active:not(:disabled)': { background: 'bg.muted' },
        '&[aria-pressed=true], &[aria-expanded=true]': {
          background: 'accent.quiet',
          borderColor: 'accent',
          color: 'accent',
        },
      },
      /** For actions in rows and beside titles. */
      quiet: {
        color: 'accent',
        paddingInline: 3,
        // Its text, not its padding, is aligned with the text around it.
        '&[data-flush]': { marginInlineStart: '-12px' },
        '&:hover:not(:disabled)': { background: 'bg.muted' },
      },
      danger: {
        background: 'bg',
        borderColor: 'red',
        color: 'red',
        '&:hover:not(:disabled)': { background: 'red.quiet' },
      },
    },
    shape: {
      text: {},
      icon: { width: 'tap', paddingInline: 0 },
      wide: { width: '100%' },
    },
  },
  defaultVariants: { kind: 'plain', shape: 'text' },
} as const

const Styled = chakra('button', look)

/** A link that looks like a button, for moving to another screen: `<ButtonLook asChild><Link …/></ButtonLook>`. */
export const ButtonLook = chakra('span', look)

type StyledProps = ComponentProps<typeof Styled>

interface ButtonProps extends Pick<StyledProps, 'kind' | 'shape'>, Omit<ComponentProps<'button'>, 'color'> {
  icon?: IconName
}

/** A button; never submits a form unless it says so. */
export function Button({ icon, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <Styled type={type} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Styled>
  )
}

/** A button with only an icon; the label is its name for people who cannot see the icon. */
export function IconButton({
  icon,
  label,
  ...rest
}: Omit<ButtonProps, 'shape' | 'children'> & { icon: IconName; label: string }) {
  return (
    <Button shape="icon" kind="quiet" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </Button>
  )
}
