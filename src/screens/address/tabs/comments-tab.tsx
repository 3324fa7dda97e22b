import type { Comment } from '../../../contract/comment.ts'
import type { Id } from '../../../contract/id.ts'
import { useAuthor } from '../../../parts/comment-author.ts'
import { CommentForm } from '../../../parts/comment-form.tsx'
import { CommentThread } from '../../../parts/comment-thread.tsx'
import type { Listed } from '../../../parts/listed.ts'
import { UnitLink } from '../../../parts/record-links.tsx'
import { addAddressComment, filesOfComment } from '../../../records/comment.ts'
import { usePerform } from '../../../sync/react/hooks.ts'
import { useUser } from '../../../sync/react/live.ts'

/** The comments on the address and its units, newest first, and the bar for adding one (AD-18 to AD-24). */
export function CommentsTab({ rows, problem, unheld, addressId }: Listed<Comment> & { addressId: Id }) {
  const perform = usePerform()
  const user = useUser()
  const authorOf = useAuthor<Comment>()
  const comments = rows?.map((it) => ({
    ...it,
    text: it.content,
    author: authorOf(it),
    where: it.unit_id ? <UnitLink id={it.unit_id} addressId={it.address_id} /> : null,
  }))
  return (
    <>
      <CommentForm
        bar="text"
        about={`address:${addressId}`}
        onPost={({ text, ...files }) =>
          perform(addAddressComment, { addressId }, { content: text, user_id: user.id }, files)
        }
      />
      <CommentThread
        type="comment"
        comments={{ rows: comments, problem }}
        filesOf={filesOfComment}
        unheld={unheld}
        empty="No comments available."
      />
    </>
  )
}
