import { chakra } from '@chakra-ui/react/styled-system'
import { createPortal } from 'react-dom'
import { plural } from '../rules/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { useFrontModal } from './modal.ts'
import { sharedValue } from './shared-value.ts'

/** How long good news is shown. Bad news stays until it is closed. */
const STAYS_MS = 6_000

/** More messages would cover a phone's screen. */
const mostShown = 3

interface News {
  n: number
  text: string
  isBad: boolean
}

const news = sharedValue<readonly News[]>([])
let count = 0

const without = (all: readonly News[], some: readonly News[]) => all.filter((it) => !some.includes(it))

const close = (n: number) => news.set(news.get().filter((it) => it.n !== n))

const add = (text: string, isBad: boolean): number => {
  const n = ++count
  const others = news.get().filter((it) => it.text !== text)
  // Only good news makes room: a failure must not disappear unread.
  const spare = Math.max(0, others.length + 1 - mostShown)
  const dropped = others.filter((it) => !it.isBad).slice(0, spare)
  news.set([...without(others, dropped), { n, text, isBad }])
  return n
}

/** Reports a success: "Status saved". Screen readers read it; it disappears after a while. */
export const tell = (text: string): void => {
  const n = add(text, false)
  setTimeout(() => close(n), STAYS_MS)
}

/** Reports a failure and what happened to the work; stays until closed, by the user or by the returned function. */
export const tellFailure = (text: string): (() => void) => {
  const n = add(text, true)
  return () => close(n)
}

/** Removes all messages: they were for the person who has left. */
export const closeMessages = (): void => news.set([])

/** The last message before the modal opened; later ones belong to the modal. */
const lastBefore = new WeakMap<HTMLDialogElement, number>()

const lastBeforeOf = (modal: HTMLDialogElement): number => {
  const last = lastBefore.get(modal) ?? count
  lastBefore.set(modal, last)
  return last
}

const Stack = chakra('section', {
  base: {
    position: 'fixed',
    zIndex: 50,
    insetInlineStart: { base: 4, lg: 'auto' },
    insetInlineEnd: 4,
    '--bottom-bar': 'inherit',
    bottom: 'calc(16px + var(--bottom-bar) + env(safe-area-inset-bottom))',
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    maxWidth: '28rem',
    pointerEvents: 'none',
    // A sheet of the phone has its buttons at the bottom.
    '&[data-in-modal]': {
      top: { base: 'calc(12px + env(safe-area-inset-top))', lg: 'auto' },
      bottom: { base: 'auto', lg: 4 },
    },
    '& > div': {
      pointerEvents: 'auto',
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      paddingInlineStart: 4,
      minHeight: 12,
      borderRadius: 'md',
      background: 'fg',
      color: 'bg',
      boxShadow: '0 4px 16px rgb(0 0 0 / 0.25)',
    },
    '& > div[data-bad]': { background: 'red', color: 'bg' },
    '& > div > span': { flex: 1, paddingBlock: 3 },
    '& > div > span:last-child': { paddingInlineEnd: 4 },
    '& > div > svg': { flex: 'none' },
    '& button, & button:hover': { color: 'inherit', background: 'transparent' },
  },
})

/**
 * The place of messages: the only polite live region of the page. What is told while a modal is open is shown and read
 * out inside it, because the page is behind its backdrop.
 */
export function ToastHost() {
  const shown = news.useValue()
  const modal = useFrontModal()
  const last = modal ? lastBeforeOf(modal) : count
  return (
    <>
      <Messages shown={shown.filter((it) => it.n <= last)} />
      {modal && createPortal(<Messages shown={shown.filter((it) => it.n > last)} isInModal />, modal)}
    </>
  )
}

/** Of many failures the last ones, and how many wait behind them. */
function Messages({ shown, isInModal }: { shown: readonly News[]; isInModal?: boolean }) {
  const role = isInModal ? undefined : 'status'
  const waiting = shown.filter((it) => it.isBad).slice(0, -mostShown)
  return (
    <Stack role={role} aria-live="polite" aria-relevant="additions" className="not-printed" data-in-modal={isInModal}>
      {waiting.length > 0 && (
        <div data-bad>
          <Icon name="warning" />
          <span>{plural(waiting.length, 'more message')}. Close one to see the next.</span>
        </div>
      )}
      {without(shown, waiting).map((it) => (
        <div key={it.n} data-bad={it.isBad || undefined}>
          <Icon name={it.isBad ? 'warning' : 'done'} />
          <span>{it.text}</span>
          <IconButton icon="close" label="Close message" onClick={() => close(it.n)} />
        </div>
      ))}
    </Stack>
  )
}
