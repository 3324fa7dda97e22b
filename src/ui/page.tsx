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
    '@media (max-width: 40rem)': { '& > div:first-of-type': { flexBasis: '10rem' } },
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
  },
})

const Actions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    '@media (max-width: 40rem)': {
      width: '100%',
      '& > *': { flex: '1 1 auto' },
      // A single small action stands beside the title.
      '&:has(> [data-small]:only-child)': { width: 'auto' },
      '& > [data-small]:only-child': { flex: 'none' },
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
      <Head>
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
