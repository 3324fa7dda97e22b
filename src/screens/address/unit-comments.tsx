import type { Comment } from '../../contract/comment.ts'
import type { Unit } from '../../contract/unit.ts'
import { useAuthor } from '../../parts/comment-author.ts'
import type { Posted } from '../../parts/comment-draft.ts'
import { CommentForm } from '../../parts/comment-form.tsx'
import { CommentThread } from '../../parts/comment-thread.tsx'
import { listed } from '../../parts/listed.ts'
import { addUnitComment, addUnitCommentWithFiles, commentsOfUnit, filesOfComment } from '../../records/comment.ts'
import { usePerform, useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Section } from '../../ui/section.tsx'

/** The comments on a unit, newest first, and the form or bar for adding one (UN-07 to UN-14). */
export function UnitComments({ unit }: { unit: Unit }) {
  const post = usePostOn(unit)
  const found = useRows(commentsOfUnit(unit.id))
  const { rows, problem, unheld } = listed(found, 'Failed to fetch comments', unit.id < 0, 'comments')
  const authorOf = useAuthor<Comment>()
  const comments = rows?.map((it) => ({ ...it, text: it.content, author: authorOf(it) }))
  return (
    <Section title="Comments" {...(comments && !problem && !unheld ? { count: comments.length } : {})}>
      <CommentForm bar="textOrFiles" about={`unit:${unit.id}`} onPost={post} />
      <CommentThread
        type="comment"
        comments={{ rows: comments, problem }}
        filesOf={filesOfComment}
        unheld={unheld}
        empty="No comments available."
      />
    </Section>
  )
}

/** Without files it is sent as JSON, with files as a form (UN-13). */
function usePostOn(unit: Unit) {
  const perform = usePerform()
  const { id: user_id } = useUser()
  return ({ text: content, photos, form }: Posted): Promise<number> => {
    const said = { content, user_id, address_id: unit.address_id }
    if (photos.length > 0) return perform(addUnitCommentWithFiles, { unitId: unit.id }, said, { photos, form })
    return perform(addUnitComment, {}, { comment: { ...said, unit_id: unit.id } }, { form })
  }
}
