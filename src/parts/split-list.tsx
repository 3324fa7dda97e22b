import { chakra } from '@chakra-ui/react/styled-system'
import { type MouseEvent, type ReactNode, Suspense, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Id } from '../contract/id.ts'
import { Button, IconButton } from '../ui/button.tsx'
import type { Column } from '../ui/list.tsx'
import { Loading } from '../ui/states.tsx'
import { useUrlState } from '../ui/url-state.ts'
import { useListChoice } from './list-size.ts'

/** From this width on a list and a record are shown side by side. */
const wide = '(min-width: 80rem)'

const watchWide = (tell: () => void) => {
  const media = matchMedia(wide)
  media.addEventListener('change', tell)
  return () => media.removeEventListener('change', tell)
}

const Halves = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '40% 1fr',
    gap: 6,
    '& > section': {
      position: 'sticky',
      top: 'var(--bar)',
      height: 'calc(100dvh - var(--bar))',
      overflow: 'auto',
      paddingInlineStart: 6,
      borderInlineStart: 'var(--hairline) solid var(--line)',
    },
  },
})

/** A list beside the record chosen in it. */
interface Split {
  /** Whether there is room for both. */
  isOffered: boolean
  isOn: boolean
  turn: () => void
  /** The open record; null for none, or if only the list is shown. */
  open: Id | null
  show: (id: Id | null) => void
}

export function useSplit(): Split {
  const isOffered = useSyncExternalStore(watchWide, () => matchMedia(wide).matches)
  const [choice, choose] = useListChoice('split')
  const [inUrl, setUrl] = useUrlState('open')
  const isOn = isOffered && choice === '1'
  const id = /^-?[1-9]\d*$/.test(inUrl) ? Number(inUrl) : null
  return {
    isOffered,
    isOn,
    turn: () => choose(choice === '1' ? '' : '1'),
    open: isOn ? id : null,
    show: (shown) => setUrl(shown === null ? '' : String(shown)),
  }
}

/** The columns of a list beside a record: its first, and the named ones. */
export const useNarrowed = <Row,>({ open }: Split, columns: Column<Row>[], kept: readonly string[]): Column<Row>[] =>
  useMemo(
    () => (open === null ? columns : columns.filter((it, at) => at === 0 || kept.includes(it.title))),
    [open, columns, kept],
  )

/** The button that shows list and record side by side; nothing if there is no room. */
export function SplitButton({ split }: { split: Split }) {
  if (!split.isOffered) return null
  return (
    <Button aria-pressed={split.isOn} onClick={split.turn}>
      Side by side
    </Button>
  )
}

interface Props {
  split: Split
  /** The title of the list's page: 'Violations'. */
  list: string
  /** What is opened, for screen readers: 'Violation'. */
  name: string
  /** The record at the side. */
  record: (id: Id) => ReactNode
  /** The list. */
  children: ReactNode
}

/**
 * Side by side, the title of a row opens its record beside the list. Otherwise, and in a new tab, it opens on its own
 * page.
 */
export function SplitList({ split, list, name, record, children }: Props) {
  const { isOn, open, show } = split
  useTitleOf(list, open !== null)
  const choose = (event: MouseEvent<HTMLElement>) => {
    if (!isOn || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as HTMLElement).closest('td[data-phone=head] a') // the target of a click in a list is an element
    const id = Number(link?.closest('tr')?.getAttribute('data-row') ?? 0)
    if (!link || id === 0) return
    event.preventDefault()
    event.stopPropagation()
    show(id)
  }
  const rows = <div onClickCapture={choose}>{children}</div>
  if (open === null) return rows
  return (
    <Halves>
      {rows}
      <section aria-label={name}>
        <IconButton icon="close" label={`Close ${name.toLowerCase()}`} onClick={() => show(null)} />
        <Suspense key={open} fallback={<Loading />}>
          {record(open)}
        </Suspense>
      </section>
    </Halves>
  )
}

/** The record beside the list sets the title of the browser tab while it is open. */
function useTitleOf(list: string, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return
    return () => {
      document.title = `${list} · CodeSoft`
    }
  }, [list, isOpen])
}
