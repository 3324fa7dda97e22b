import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Id } from '../contract/id.ts'
import type { Photo } from '../contract/photo.ts'
import { longDateTimeText } from '../rules/date-text.ts'
import { newestSeenFirst } from '../rules/list-order.ts'
import { type Stamped, writtenAt } from '../rules/written-at.ts'
import { LongText } from '../ui/long-text.tsx'
import { PageBar, usePages } from '../ui/pages.tsx'
import { Empty, ErrorLine, Loading } from '../ui/states.tsx'
import { CommentFiles, type CommentType, type FilesOf } from './comment-files.tsx'
import { EntryStateLine } from './entry-state.tsx'
import type { Listed } from './listed.ts'
import { useZone } from './use-now.ts'

/** A comment in a thread. */
interface ThreadComment extends Stamped {
  id: Id
  text: string
  author: string
  /** Its files, if the server sends them with the comment; a documented one is asked for them. */
  photos?: readonly Photo[] | null | undefined
  /** Where it was written, if that is not the page's own record. */
  where?: ReactNode
}

const Thread = chakra('ul', {
  base: {
    maxWidth: '48rem',
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      gap: 1,
      paddingBlock: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& .by': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      rowGap: 1,
      fontSize: 'sm',
      color: 'fg.muted',
    },
  },
})

interface Props {
  /** The record type of the comments. */
  type: CommentType
  comments: Listed<ThreadComment>
  /** The call that lists the files of a comment. */
  filesOf: FilesOf
  /** The note that the office's comments are not on this device. */
  unheld?: string | undefined
  /** The specification's text for no comments. */
  empty: string
  /** The specification's text for a comment without files, if it has one. */
  emptyFiles?: string
  /** The specification's text for a comment that the server refused. */
  failure?: string
  /** The name of the page number in the URL, if a screen has several lists. */
  inUrl?: string
}

/**
 * A thread of comments: the last written first, 10 on a page, each with author, time, files and its own state (AD-18,
 * UN-08).
 */
export function CommentThread(props: Props) {
  const { type, comments, filesOf, unheld, empty, emptyFiles, failure, inUrl = 'comments-page' } = props
  const zone = useZone()
  const pages = usePages(newestSeenFirst(comments.rows ?? []), inUrl)
  if (comments.problem) return <ErrorLine message={comments.problem} />
  if (!comments.rows) return <Loading />
  if (comments.rows.length === 0) return <Empty>{unheld ?? empty}</Empty>
  return (
    <>
      <Thread aria-label="Comments">
        {pages.rows.map((it) => (
          <li key={it.id}>
            <div className="by">
              <b>{it.author}</b>
              <span>{longDateTimeText(writtenAt(it), zone)}</span>
              {it.where}
              <EntryStateLine type={type} id={it.id} {...(failure ? { failure } : {})} />
            </div>
            {it.text.trim() !== '' && <LongText text={it.text} of="page" />}
            <CommentFiles type={type} id={it.id} photos={it.photos} filesOf={filesOf} empty={emptyFiles ?? null} />
          </li>
        ))}
      </Thread>
      <PageBar pages={pages} of="Comments" />
      {unheld && <Empty>{unheld}</Empty>}
    </>
  )
}
