import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useModal } from './modal.ts'

const Frame = chakra('dialog', {
  base: {
    margin: 'auto',
    width: 'min(36rem, calc(100vw - 32px))',
    maxWidth: 'none',
    maxHeight: 'calc(100dvh - 32px)',
    background: 'bg',
    border: 'var(--hairline) solid var(--line)',
    borderRadius: 'md',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    '&::backdrop': { background: 'var(--shade)' },
    '& > header': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 3,
      paddingInline: 4,
      paddingBlock: 2,
      background: 'bg',
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > div': { padding: 4, display: 'flex', flexDirection: 'column', gap: 4 },
    '& > footer': {
      position: 'sticky',
      bottom: 0,
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: 2,
      paddingInline: 4,
      paddingBlock: 3,
      background: 'bg',
      borderTop: 'var(--hairline) solid var(--line)',
    },
    // On the phone it comes from below, near the thumb.
    '@media (max-width: 40rem)': {
      width: '100vw',
      marginBottom: 0,
      borderRadius: '6px 6px 0 0',
      borderInline: 0,
      borderBottom: 0,
      paddingBottom: 'env(safe-area-inset-bottom)',
      '& > footer > *': { flex: '1 1 auto' },
    },
  },
})

interface Props {
  title: string
  onClose: () => void
  /** The buttons at the bottom, the main one last. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A modal with the platform's own dialog element: focus stays inside, Escape closes, focus returns. Mounted means
 * open.
 */
export function Dialog({ title, onClose, actions, children }: Props) {
  const frame = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(frame)
  return (
    <Frame
      ref={frame}
      aria-labelledby={id}
      onCancel={(event) => {
        // React decides when it closes, so that the user can first be asked about typed text.
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div>{children}</div>
      {actions && <footer>{actions}</footer>}
    </Frame>
  )
}
