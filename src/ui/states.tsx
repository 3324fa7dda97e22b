import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { IconButton } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

const Line = chakra('div', {
  base: { display: 'flex', alignItems: 'center', gap: 2, paddingBlock: 3, color: 'fg.muted', minHeight: 12 },
})

const Notice = chakra('div', {
  base: {
    display: 'flex',
    gap: 2,
    paddingBlock: 2,
    paddingInline: 3,
    borderRadius: 'sm',
    borderInlineStart: '3px solid currentColor',
    '& > svg': { flex: 'none', marginTop: '2px' },
    '& > div': { color: 'fg', minWidth: 0 },
    // At the end, as large as a finger needs without making the note higher.
    '& > button': { flex: 'none', margin: '-8px -12px -8px auto' },
  },
  variants: {
    tone: {
      red: { color: 'red', background: 'red.quiet' },
      yellow: { color: 'yellow', background: 'yellow.quiet' },
      green: { color: 'green', background: 'green.quiet' },
      gray: { color: 'gray', background: 'gray.quiet' },
      accent: { color: 'accent', background: 'accent.quiet' },
    },
  },
})

const noticeIcon: Record<Tone, IconName> = {
  red: 'warning',
  yellow: 'warning',
  green: 'done',
  gray: 'info',
  accent: 'info',
}

/** Shown during the first read. The text is the specification's if it has one. */
export function Loading({ children = 'Loading...' }: { children?: string }) {
  return (
    <Line role="status" data-loading="">
      {children}
    </Line>
  )
}

/** Shown for an empty list, with the specification's text. */
export function Empty({ children }: { children: ReactNode }) {
  return <Line>{children}</Line>
}

/** A failure in lists and forms: "Error: {message}" (LS-01). Put what still works into `hint`. */
export function ErrorLine({ message, hint }: { message: string; hint?: string }) {
  return (
    <Note tone="red" role="alert">
      Error: {message}
      {hint && <p>{hint}</p>}
    </Note>
  )
}

interface NoteProps {
  tone: Tone
  role?: 'alert' | 'status'
  /** Without it, the note cannot be closed. */
  onClose?: () => void
  children: ReactNode
}

/** A note about what is shown here: icon, text, colour. */
export function Note({ tone, role, onClose, children }: NoteProps) {
  return (
    <Notice tone={tone} role={role}>
      <Icon name={noticeIcon[tone]} />
      <div>{children}</div>
      {onClose && <IconButton icon="close" label="Close message" onClick={onClose} />}
    </Notice>
  )
}
