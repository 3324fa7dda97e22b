import type { Violation, ViolationComment } from '../../contract/violation.ts'
import { useAuthor } from '../../parts/comment-author.ts'
import { CommentForm } from '../../parts/comment-form.tsx'
import { CommentThread } from '../../parts/comment-thread.tsx'
import { isServerUnreachable, notOnDeviceText } from '../../parts/not-on-device.ts'
import { useKnownComments } from '../../parts/violation-comments-known.ts'
import {
  addViolationComment,
  addViolationCommentWithFiles,
  filesOfViolationComment,
} from '../../records/violation-comment.ts'
import { violationAuthor } from '../../rules/person.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import { Section } from '../../ui/section.tsx'

interface Props {
  violation: Violation
  /** Why the last request to the office failed. */
  problem: Problem | undefined
}

/** The comments on a violation, and writing one, with or without files (VD-11, VD-12, VD-14). */
export function ViolationComments({ violation, problem }: Props) {
  const { id } = violation
  const perform = usePerform()
  const user = useUser()
  const authorOf = useAuthor<ViolationComment>(violationAuthor)
  const { rows: all, isWhole } = useKnownComments(violation)
  const isUnheld = !isWhole && isServerUnreachable(problem)
  return (
    <Section title="Comments" {...(all && isWhole ? { count: all.length } : {})}>
      <CommentForm
        about={`violation:${id}`}
        onPost={({ text, ...files }) => {
          const body = { content: text, user_id: user.id }
          return files.photos.length > 0
            ? perform(addViolationCommentWithFiles, { violationId: id }, body, files)
            : perform(addViolationComment, { violationId: id }, { ...body, violation_id: id }, files)
        }}
      />
      <CommentThread
        type="violationComment"
        comments={{
          rows: (all ?? (isUnheld ? [] : undefined))?.map((it) => ({ ...it, text: it.content, author: authorOf(it) })),
          problem: all || !problem || isUnheld ? undefined : 'Failed to fetch comments',
        }}
        filesOf={filesOfViolationComment}
        unheld={isUnheld ? notOnDeviceText('comments') : undefined}
        empty="No comments yet."
        failure="Failed to post comment"
      />
    </Section>
  )
}
