import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useRef } from 'react'
import { watchTitle } from './screen-title.ts'

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    columnGap: 4,
    rowGap: 3,
    paddingBottom: 4,
    '& > div:first-of-type': { minWidth: 0, flex: '1 1 16rem' },
    '@media (max-width: 40rem)': {
      // At least as wide as its longest word, but for a word that is wider than the screen.
      '& > div:first-of-type': { flex: '1000 1 8rem', minWidth: 'auto', maxWidth: '100%' },
      '& h1': { overflowWrap: 'break-word' },
      // The title is the first line, or in the middle below a link.
      alignItems: 'flex-start',
      '&[data-above]': { alignItems: 'center' },
    },
    '& h1': { overflowWrap: 'anywhere' },
  },
})

const Meta = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 4,
    rowGap: 1,
    paddingTop: 1,
    color: 'fg.muted',
    fontSize: 'sm',
    // A name may be one long word.
    overflowWrap: 'anywhere',
    // The age of the data is often blank. At the end, it needs no line of its own if the last line has room.
    '& > [data-age]': { order: 1 },
    // Beside a wide button the age takes two lines, also while it is blank: the signal moves nothing.
    containerType: 'inline-size',
    '@container (max-width: 13.25rem)': { '& > [data-age]': { minHeight: '2lh' } },
  },
})

const Actions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    '@media (max-width: 40rem)': {
      // Beside the title if there is room; several actions below it share the whole width.
      flex: '1 1 auto',
      maxWidth: '100%',
      '& > *': { flex: '1 1 auto' },
      '& > :only-child': { flex: '0 1 auto' },
    },
  },
})

const Body = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: 'var(--block)', minWidth: 0 },
  variants: { width: { wide: {}, text: { maxWidth: '48rem' } } },
  defaultVariants: { width: 'wide' },
})

interface Props {
  title: string
  /** Small links above the title to the records that this belongs to. */
  above?: ReactNode
  /** Facts below the title: state, address, age of the data. */
  meta?: ReactNode
  actions?: ReactNode
  /** `text` limits forms and prose to a readable width. */
  width?: 'wide' | 'text'
  children?: ReactNode
}

/** The frame of every screen: one h1, which is also the title of the browser tab, then facts, actions and content. */
export function Page({ title, above, meta, actions, width, children }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · CodeSoft`
    return head.current ? watchTitle(head.current, title) : undefined
  }, [title])
  return (
    <>
      <Head data-above={above ? '' : undefined}>
        <div>
          {above && <Meta>{above}</Meta>}
          <h1 ref={head}>{title}</h1>
          {meta && <Meta>{meta}</Meta>}
        </div>
        {actions && <Actions className="not-printed">{actions}</Actions>}
      </Head>
      <Body width={width}>{children}</Body>
    </>
  )
}
