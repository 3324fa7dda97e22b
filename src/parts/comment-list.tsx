import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Id } from '../contract/id.ts'
import { PageBar, usePages } from '../ui/pages.tsx'
import { Empty } from '../ui/states.tsx'

/** A comment as a thread shows it. */
export interface ShownComment {
  id: Id
  text: string
  author: string
  /** When it was posted, in words. */
  at: string
  /** Where it was said, its files. */
  more?: ReactNode
}

const Thread = chakra('ul', {
  base: {
    maxWidth: '48rem',
    '& > li': { paddingBlock: 3, borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li > p:first-of-type': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& > li > .by': { fontSize: 'sm', color: 'fg.muted' },
  },
})

interface Props {
  /** Name of the thread, also of its pages in the address. */
  name: string
  /** In the order in which they are shown. */
  comments: readonly ShownComment[]
  empty: string
  /** The name of the page in the address, where a screen has several threads or lists. */
  inUrl?: string
}

/** A thread of comments, 10 on a page. */
export function CommentList({ name, comments, empty, inUrl = 'comments-page' }: Props) {
  const pages = usePages(comments, inUrl)
  if (comments.length === 0) return <Empty>{empty}</Empty>
  return (
    <>
      <Thread aria-label={name}>
        {pages.rows.map((it) => (
          <li key={it.id}>
            <p>{it.text}</p>
            <p className="by">{[it.author, it.at].filter(Boolean).join(' · ')}</p>
            {it.more}
          </li>
        ))}
      </Thread>
      <PageBar pages={pages} of={name} />
    </>
  )
}
